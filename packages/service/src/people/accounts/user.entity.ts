import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instant } from '../../database/entity-properties.ts';

/** Owns one developer. Written by better-auth. */
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
    /** When the user last sent a record. */
    recordingAt: instant().nullable(),
  },
  uniques: [
    { name: 'users_email_unique', properties: ['email'] },
    { name: 'users_developer_unique', properties: ['developerId'] },
  ],
});

export type User = InferEntity<typeof User>;
