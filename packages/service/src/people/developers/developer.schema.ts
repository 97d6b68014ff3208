import { text } from '../../schema/text.ts';

/** Name of a developer. An account's developer is named after the email, which may be longer than other names. */
export const DeveloperName = text(500, 1);
