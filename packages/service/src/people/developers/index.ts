export { ensureDeveloper } from './ensure-developer.ts';
export { findDeveloper } from './find-developer.ts';
