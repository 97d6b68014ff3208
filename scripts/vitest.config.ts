import { project } from '../vitest.shared.ts';

export default project('scripts', { include: ['**/*.test.ts'] });
