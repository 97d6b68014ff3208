export { findDeveloper } from './find-developer.ts';
