import { inRepository, project } from '../../vitest.shared.ts';

export default project('graphql', { globalSetup: inRepository('test/support/setup-database.ts') });
