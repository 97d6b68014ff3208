import { operations } from '@outturn/service';
import { route } from './route.ts';

const { revenues } = operations;

/** Every endpoint of REST `/v1`. */
export const routes = [
  route('post', '/revenues', 201, revenues.record),
  route('post', '/revenues/batch', 200, revenues.recordBatch),
  route('get', '/revenues', 200, revenues.list),
  route('get', '/revenues/{id}', 200, revenues.get),
];
