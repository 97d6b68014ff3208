import { defineDimension } from '../kernel/dimensions/define-dimension.ts';
import { dimensionEntity } from '../kernel/dimensions/dimension-store.ts';
import { toDimension } from '../kernel/dimensions/dimension-view.ts';
import { CustomerEntity } from './customer.entity.ts';
import { CreateCustomerInput, Customer, UpdateCustomerInput } from './customer.schema.ts';

export type { Customer } from './customer.schema.ts';

export const customers = defineDimension({
  group: 'customers',
  noun: 'a customer',
  table: 'customers',
  entity: dimensionEntity(CustomerEntity),
  read: 'customers:read',
  write: 'customers:write',
  createInput: CreateCustomerInput,
  updateInput: UpdateCustomerInput,
  output: Customer,
  toWire: toDimension,
});
