export { ensureDeveloper } from './ensure-developer.ts';
export { findDeveloper } from './find-developer.ts';
export { describeOwner, type Owner, ownerOf } from './owner-of.ts';
