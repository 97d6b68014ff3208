import { text } from '../kernel/schema/text.ts';

/** What operators call a developer. Those of accounts are named after emails, which may be longer than other names. */
export const DeveloperName = text(500, 1);
