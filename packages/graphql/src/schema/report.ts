import { operations } from '@outturn/service';
import { mountGet } from '../mount/mount-get.ts';
import { mountReadable } from '../mount/mount-group.ts';
import { mountMutation } from '../mount/mount-mutation.ts';
import { objectType } from '../mount/object-type.ts';
import type { Draft } from '../mount/schema-builder.ts';

const { save, list, get, run, delete: remove } = operations.reports;

export function mountReports(draft: Draft): void {
  const { type: Report } = mountReadable(draft, { list, get });
  objectType(draft, 'ReportError', run.output.shape.errors.unwrap().element);
  mountGet(draft, 'runReport', run, objectType(draft, 'ReportResult', run.output));
  mountMutation(draft, 'saveReport', save, Report);
  mountMutation(draft, 'deleteReport', remove, objectType(draft, 'DeletedReport', remove.output));
}
