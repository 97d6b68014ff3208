import { text } from '../../schema/text.ts';

/** Developers of accounts are named after the email, which may be long. */
export const DeveloperName = text(500, 1);
