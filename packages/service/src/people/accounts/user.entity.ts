import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instant } from '../../database/columns.ts';

/** A person who signs in, and owns one developer. Written by better-auth: see `auth.ts`. */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    developerId: p.uuid(),
    name: p.text(),
    email: p.text(),
    emailVerified: p.boolean(),
    image: p.text().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    /** When a record of theirs was last on its way. */
    recordingAt: instant().nullable(),
  },
  uniques: [
    { name: 'users_email_unique', properties: ['email'] },
    { name: 'users_developer_unique', properties: ['developerId'] },
  ],
});

export type User = InferEntity<typeof User>;
