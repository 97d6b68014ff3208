import { defineDimension } from '../definition/define-dimension.ts';
import { dimensionEntity } from '../definition/dimension-commands.ts';
import { toDimension } from '../definition/dimension-view.ts';
import { CustomerEntity } from './customer.entity.ts';
import { CreateCustomerInput, Customer, UpdateCustomerInput } from './customer.schema.ts';

export type { Customer } from './customer.schema.ts';

export const customers = defineDimension({
  group: 'customers',
  noun: 'a customer',
  entity: dimensionEntity(CustomerEntity),
  read: 'customers:read',
  write: 'customers:write',
  createInput: CreateCustomerInput,
  updateInput: UpdateCustomerInput,
  output: Customer,
  toWire: toDimension,
});
