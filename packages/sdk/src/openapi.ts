// Generated from openapi.json by `npm test -- sdk --update`.
import type { Amount } from './amount.ts';

export interface paths {
    "/v1/revenues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List revenue records
         * @description Scope: `revenues:read`.
         */
        get: operations["revenues.list"];
        put?: never;
        /**
         * Create a revenue record
         * @description Records revenue that an agent brought in. Agents, customers and sessions are created when their key is new.
         *
         *     Scope: `revenues:write`.
         */
        post: operations["revenues.record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/revenues/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 1,000 revenue records
         * @description Every item is created, replayed or rejected by itself; results come in the order of the items.
         *
         *     Scope: `revenues:write`.
         */
        post: operations["revenues.recordBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/revenues/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a revenue record
         * @description Scope: `revenues:read`.
         */
        get: operations["revenues.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List valuable outcome records
         * @description Scope: `outcomes:read`.
         */
        get: operations["outcomes.list"];
        put?: never;
        /**
         * Create a valuable outcome record
         * @description Records a valuable outcome directly. Goals and events generate theirs by themselves when their goal type or tool has a value.
         *
         *     Scope: `outcomes:write`.
         */
        post: operations["outcomes.record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/outcomes/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 1,000 valuable outcome records
         * @description Every item is created, replayed or rejected by itself; results come in the order of the items.
         *
         *     Scope: `outcomes:write`.
         */
        post: operations["outcomes.recordBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/outcomes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a valuable outcome record
         * @description Scope: `outcomes:read`.
         */
        get: operations["outcomes.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List goal achievement records
         * @description Scope: `goals:read`.
         */
        get: operations["goals.list"];
        put?: never;
        /**
         * Create a goal achievement record
         * @description Records that a goal was achieved. When its type has a value, a valuable outcome is generated with it.
         *
         *     Scope: `goals:write`.
         */
        post: operations["goals.record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/goals/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 1,000 goal achievement records
         * @description Every item is created, replayed or rejected by itself; results come in the order of the items.
         *
         *     Scope: `goals:write`.
         */
        post: operations["goals.recordBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/goals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a goal achievement record
         * @description Scope: `goals:read`.
         */
        get: operations["goals.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event records
         * @description Scope: `events:read`.
         */
        get: operations["events.list"];
        put?: never;
        /**
         * Create an event record
         * @description Records something that an agent did. When its tool has a value, a valuable outcome is generated with it.
         *
         *     Scope: `events:write`.
         */
        post: operations["events.record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 1,000 event records
         * @description Every item is created, replayed or rejected by itself; results come in the order of the items.
         *
         *     Scope: `events:write`.
         */
        post: operations["events.recordBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event record
         * @description Scope: `events:read`.
         */
        get: operations["events.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/goal-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List goal types
         * @description Scope: `goal-types:read`.
         */
        get: operations["goalTypes.list"];
        put?: never;
        /**
         * Create a goal type
         * @description Fills one that has only a key so far, as records create it.
         *
         *     Scope: `goal-types:write`.
         */
        post: operations["goalTypes.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/goal-types/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a goal type
         * @description Scope: `goal-types:read`.
         */
        get: operations["goalTypes.get"];
        /**
         * Create or replace a goal type
         * @description Fields that are left out become null.
         *
         *     Scope: `goal-types:write`.
         */
        put: operations["goalTypes.replace"];
        post?: never;
        /**
         * Delete a goal type
         * @description Hides it from lists and empties its fields. Its records keep its key; recording with that key again brings it back, without them.
         *
         *     Scope: `goal-types:write`.
         */
        delete: operations["goalTypes.delete"];
        options?: never;
        head?: never;
        /**
         * Change a goal type
         * @description Fields that are left out stay as they are; null clears one.
         *
         *     Scope: `goal-types:write`.
         */
        patch: operations["goalTypes.update"];
        trace?: never;
    };
    "/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents
         * @description Scope: `agents:read`.
         */
        get: operations["agents.list"];
        put?: never;
        /**
         * Create an agent
         * @description Fills one that has only a key so far, as records create it.
         *
         *     Scope: `agents:write`.
         */
        post: operations["agents.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an agent
         * @description Scope: `agents:read`.
         */
        get: operations["agents.get"];
        /**
         * Create or replace an agent
         * @description Fields that are left out become null.
         *
         *     Scope: `agents:write`.
         */
        put: operations["agents.replace"];
        post?: never;
        /**
         * Delete an agent
         * @description Hides it from lists and empties its fields. Its records keep its key; recording with that key again brings it back, without them.
         *
         *     Scope: `agents:write`.
         */
        delete: operations["agents.delete"];
        options?: never;
        head?: never;
        /**
         * Change an agent
         * @description Fields that are left out stay as they are; null clears one.
         *
         *     Scope: `agents:write`.
         */
        patch: operations["agents.update"];
        trace?: never;
    };
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Scope: `customers:read`.
         */
        get: operations["customers.list"];
        put?: never;
        /**
         * Create a customer
         * @description Fills one that has only a key so far, as records create it.
         *
         *     Scope: `customers:write`.
         */
        post: operations["customers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a customer
         * @description Scope: `customers:read`.
         */
        get: operations["customers.get"];
        /**
         * Create or replace a customer
         * @description Fields that are left out become null.
         *
         *     Scope: `customers:write`.
         */
        put: operations["customers.replace"];
        post?: never;
        /**
         * Delete a customer
         * @description Hides it from lists and empties its fields. Its records keep its key; recording with that key again brings it back, without them.
         *
         *     Scope: `customers:write`.
         */
        delete: operations["customers.delete"];
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description Fields that are left out stay as they are; null clears one.
         *
         *     Scope: `customers:write`.
         */
        patch: operations["customers.update"];
        trace?: never;
    };
    "/v1/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tools
         * @description Scope: `tools:read`.
         */
        get: operations["tools.list"];
        put?: never;
        /**
         * Create a tool
         * @description Fills one that has only a key so far, as records create it.
         *
         *     Scope: `tools:write`.
         */
        post: operations["tools.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tools/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a tool
         * @description Scope: `tools:read`.
         */
        get: operations["tools.get"];
        /**
         * Create or replace a tool
         * @description Fields that are left out become null.
         *
         *     Scope: `tools:write`.
         */
        put: operations["tools.replace"];
        post?: never;
        /**
         * Delete a tool
         * @description Hides it from lists and empties its fields. Its records keep its key; recording with that key again brings it back, without them.
         *
         *     Scope: `tools:write`.
         */
        delete: operations["tools.delete"];
        options?: never;
        head?: never;
        /**
         * Change a tool
         * @description Fields that are left out stay as they are; null clears one.
         *
         *     Scope: `tools:write`.
         */
        patch: operations["tools.update"];
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Scope: `sessions:read`.
         */
        get: operations["sessions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a session
         * @description Scope: `sessions:read`.
         */
        get: operations["sessions.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Revenue that an agent brought in. */
        Revenue: {
            /**
             * Format: uuid
             * @description Identifier of the record.
             */
            id: string;
            /** @description Key of the record: yours, or one generated from the id. */
            key: string;
            /** @description Decimal string in USD. */
            amount: string;
            /** @description Origin of the record. */
            source: string;
            /**
             * Format: uuid
             * @description Id of the agent.
             */
            agentId: string | null;
            /** @description Key of the agent. */
            agentKey: string | null;
            /**
             * Format: uuid
             * @description Id of the customer.
             */
            customerId: string | null;
            /** @description Key of the customer. */
            customerKey: string | null;
            /** @description Key of the session. */
            sessionKey: string | null;
            /**
             * Format: uuid
             * @description Id of the associated goal.
             */
            goalId: string | null;
            /**
             * Format: uuid
             * @description Id of the associated event.
             */
            eventId: string | null;
            /** @description Free text. */
            description: string | null;
            /**
             * Format: date-time
             * @description When the revenue was made, in UTC.
             */
            recordedAt: string;
            /**
             * Format: date-time
             * @description When the record was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the record was last changed, in UTC.
             */
            updatedAt: string;
        };
        RevenueBatchResult: {
            /**
             * Format: int32
             * @description How many items were created.
             */
            created: number;
            /**
             * Format: int32
             * @description How many items had been created before.
             */
            replayed: number;
            /**
             * Format: int32
             * @description How many items were rejected.
             */
            rejected: number;
            /** @description Result of each item, in the order of the items. */
            results: ({
                /**
                 * @description Result of the item.
                 * @enum {string}
                 */
                status: "created" | "replayed";
                record: components["schemas"]["Revenue"];
            } | {
                /**
                 * @description Result of the item.
                 * @constant
                 */
                status: "rejected";
                /** @description Why the item was rejected. */
                error: {
                    /** @description Short name of the error. */
                    code: string;
                    /** @description Explanation for people. */
                    message: string;
                    /** @description One entry per field that is wrong. */
                    details?: {
                        /** @description Path of the field, such as `amount` or `metadata.plan`. */
                        field: string;
                        /** @description Explanation for people. */
                        message: string;
                    }[];
                };
            })[];
        };
        /** @description A valuable outcome: recorded by a client, or generated by a goal or a tool call that has a value. */
        Outcome: {
            /**
             * Format: uuid
             * @description Identifier of the record.
             */
            id: string;
            /** @description Key of the agent. */
            agentKey: string | null;
            /** @description Key of the session. */
            sessionKey: string | null;
            /** @description Key of the customer. */
            customerKey: string | null;
            /**
             * Format: uuid
             * @description Id of the associated goal.
             */
            goalId: string | null;
            /**
             * Format: uuid
             * @description Id of the associated tool.
             */
            toolId: string | null;
            /** @description Key of the tool. */
            toolKey: string | null;
            /** @description Decimal string in USD. */
            value: string;
            /**
             * Format: date-time
             * @description When the outcome was generated, in UTC.
             */
            generatedAt: string;
            /**
             * Format: date-time
             * @description When the record was created, in UTC.
             */
            createdAt: string;
        };
        OutcomeBatchResult: {
            /**
             * Format: int32
             * @description How many items were created.
             */
            created: number;
            /**
             * Format: int32
             * @description How many items had been created before.
             */
            replayed: number;
            /**
             * Format: int32
             * @description How many items were rejected.
             */
            rejected: number;
            /** @description Result of each item, in the order of the items. */
            results: ({
                /**
                 * @description Result of the item.
                 * @enum {string}
                 */
                status: "created" | "replayed";
                record: components["schemas"]["Outcome"];
            } | {
                /**
                 * @description Result of the item.
                 * @constant
                 */
                status: "rejected";
                /** @description Why the item was rejected. */
                error: {
                    /** @description Short name of the error. */
                    code: string;
                    /** @description Explanation for people. */
                    message: string;
                    /** @description One entry per field that is wrong. */
                    details?: {
                        /** @description Path of the field, such as `amount` or `metadata.plan`. */
                        field: string;
                        /** @description Explanation for people. */
                        message: string;
                    }[];
                };
            })[];
        };
        /** @description A goal that an agent achieved. */
        Goal: {
            /**
             * Format: uuid
             * @description Identifier of the record.
             */
            id: string;
            /** @description Key of the goal type. */
            goalKey: string;
            /** @description Key of the agent. */
            agentKey: string | null;
            /** @description Key of the session. */
            sessionKey: string | null;
            /** @description Key of the customer. */
            customerKey: string | null;
            /** @description Free-form map of string keys to values. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the goal was achieved, in UTC.
             */
            achievedAt: string;
            /**
             * Format: date-time
             * @description When the record was created, in UTC.
             */
            createdAt: string;
        };
        GoalBatchResult: {
            /**
             * Format: int32
             * @description How many items were created.
             */
            created: number;
            /**
             * Format: int32
             * @description How many items had been created before.
             */
            replayed: number;
            /**
             * Format: int32
             * @description How many items were rejected.
             */
            rejected: number;
            /** @description Result of each item, in the order of the items. */
            results: ({
                /**
                 * @description Result of the item.
                 * @enum {string}
                 */
                status: "created" | "replayed";
                record: components["schemas"]["Goal"];
            } | {
                /**
                 * @description Result of the item.
                 * @constant
                 */
                status: "rejected";
                /** @description Why the item was rejected. */
                error: {
                    /** @description Short name of the error. */
                    code: string;
                    /** @description Explanation for people. */
                    message: string;
                    /** @description One entry per field that is wrong. */
                    details?: {
                        /** @description Path of the field, such as `amount` or `metadata.plan`. */
                        field: string;
                        /** @description Explanation for people. */
                        message: string;
                    }[];
                };
            })[];
        };
        /** @description Something that an agent did, and what it cost. */
        Event: {
            /**
             * Format: uuid
             * @description Identifier of the record.
             */
            id: string;
            /** @description Type of the event. */
            type: string;
            /** @description A name for people. */
            name: string | null;
            /** @description Key of the agent. */
            agentKey: string | null;
            /** @description Key of the session. */
            sessionKey: string | null;
            /** @description Key of the customer. */
            customerKey: string | null;
            /** @description Key of the tool. */
            toolKey: string | null;
            /** @description Decimal string in USD. */
            cost: string | null;
            /**
             * Format: int64
             * @description Tokens sent to the model.
             */
            inputTokens: number | null;
            /**
             * Format: int64
             * @description Tokens received from the model.
             */
            outputTokens: number | null;
            /** @description The model that was called. */
            model: string | null;
            /** @description The model's provider. */
            provider: string | null;
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             */
            occurredAt: string;
            /** @description Free-form map of string keys to values. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the record was created, in UTC.
             */
            createdAt: string;
        };
        EventBatchResult: {
            /**
             * Format: int32
             * @description How many items were created.
             */
            created: number;
            /**
             * Format: int32
             * @description How many items had been created before.
             */
            replayed: number;
            /**
             * Format: int32
             * @description How many items were rejected.
             */
            rejected: number;
            /** @description Result of each item, in the order of the items. */
            results: ({
                /**
                 * @description Result of the item.
                 * @enum {string}
                 */
                status: "created" | "replayed";
                record: components["schemas"]["Event"];
            } | {
                /**
                 * @description Result of the item.
                 * @constant
                 */
                status: "rejected";
                /** @description Why the item was rejected. */
                error: {
                    /** @description Short name of the error. */
                    code: string;
                    /** @description Explanation for people. */
                    message: string;
                    /** @description One entry per field that is wrong. */
                    details?: {
                        /** @description Path of the field, such as `amount` or `metadata.plan`. */
                        field: string;
                        /** @description Explanation for people. */
                        message: string;
                    }[];
                };
            })[];
        };
        /** @description A kind of goal. With a value, each achievement generates a valuable outcome. */
        GoalType: {
            /**
             * Format: uuid
             * @description Identifier of the record.
             */
            id: string;
            /** @description The key that you chose. */
            key: string;
            /** @description A name for people. */
            name: string | null;
            /** @description Free text. */
            description: string | null;
            /** @description Free-form map of string keys to values. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the record was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the record was last changed, in UTC.
             */
            updatedAt: string;
            /** @description Decimal string in USD. */
            value: string | null;
        };
        /** @description An AI agent, created by a client or by the first record that named its key. */
        Agent: {
            /**
             * Format: uuid
             * @description Identifier of the record.
             */
            id: string;
            /** @description The key that you chose. */
            key: string;
            /** @description A name for people. */
            name: string | null;
            /** @description Free text. */
            description: string | null;
            /** @description Free-form map of string keys to values. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the record was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the record was last changed, in UTC.
             */
            updatedAt: string;
        };
        /** @description A customer that agents work for, created by a client or by the first record that named its key. */
        Customer: {
            /**
             * Format: uuid
             * @description Identifier of the record.
             */
            id: string;
            /** @description The key that you chose. */
            key: string;
            /** @description A name for people. */
            name: string | null;
            /** @description Free text. */
            description: string | null;
            /** @description Free-form map of string keys to values. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the record was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the record was last changed, in UTC.
             */
            updatedAt: string;
        };
        /** @description A tool that agents call. With a value, each call generates a valuable outcome. */
        Tool: {
            /**
             * Format: uuid
             * @description Identifier of the record.
             */
            id: string;
            /** @description The key that you chose. */
            key: string;
            /** @description A name for people. */
            name: string | null;
            /** @description Free text. */
            description: string | null;
            /** @description Free-form map of string keys to values. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the record was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the record was last changed, in UTC.
             */
            updatedAt: string;
            /** @description Decimal string in USD. */
            value: string | null;
        };
        /** @description One run or conversation of an agent, created by the first record that named its key. Its agent and its customer are each those of the earliest record that names one, by the own time of the record, then its id. */
        Session: {
            /**
             * Format: uuid
             * @description Identifier of the record.
             */
            id: string;
            /** @description The key that you chose. */
            key: string;
            /**
             * Format: uuid
             * @description Id of the agent.
             */
            agentId: string | null;
            /** @description Key of the agent. */
            agentKey: string | null;
            /**
             * Format: uuid
             * @description Id of the customer.
             */
            customerId: string | null;
            /** @description Key of the customer. */
            customerKey: string | null;
            /**
             * Format: date-time
             * @description When the record was created, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the record was last changed, in UTC.
             */
            updatedAt: string;
        };
        RecordRevenueInput: {
            /** @description Decimal string in USD. */
            amount: Amount;
            /**
             * Format: date-time
             * @description When the revenue was made: ISO 8601 with a time zone.
             */
            recordedAt: string | Date;
            /** @description Agent key. A new one creates its agent. */
            agentKey?: string | null;
            /**
             * Format: uuid
             * @description Id of an existing agent, instead of `agentKey`.
             */
            agentId?: string | null;
            /** @description Customer key. A new one creates its customer. */
            customerKey?: string | null;
            /**
             * Format: uuid
             * @description Id of an existing customer, instead of `customerKey`.
             */
            customerId?: string | null;
            /** @description Description. */
            description?: string | null;
            /** @description A key of your own for this record. Sending it again with the same content replays the record. */
            key?: string | null;
            /** @description Origin of the record; `Manual` if absent. */
            source?: string | null;
            /**
             * Format: uuid
             * @description Id of the goal that brought the revenue.
             */
            goalId?: string | null;
            /** @description Session key. A new one creates its session. */
            sessionKey?: string | null;
            /**
             * Format: uuid
             * @description Id of the event that brought the revenue.
             */
            eventId?: string | null;
        };
        RecordRevenueBatchItem: {
            /** @description Decimal string in USD. */
            amount: Amount;
            /**
             * Format: date-time
             * @description When the revenue was made: ISO 8601 with a time zone.
             */
            recordedAt: string | Date;
            /** @description Agent key. A new one creates its agent. */
            agentKey?: string | null;
            /**
             * Format: uuid
             * @description Id of an existing agent, instead of `agentKey`.
             */
            agentId?: string | null;
            /** @description Customer key. A new one creates its customer. */
            customerKey?: string | null;
            /**
             * Format: uuid
             * @description Id of an existing customer, instead of `customerKey`.
             */
            customerId?: string | null;
            /** @description Description. */
            description?: string | null;
            /** @description A key of your own for this record. Sending it again with the same content replays the record. */
            key?: string | null;
            /** @description Origin of the record; `Manual` if absent. */
            source?: string | null;
            /**
             * Format: uuid
             * @description Id of the goal that brought the revenue.
             */
            goalId?: string | null;
            /** @description Session key. A new one creates its session. */
            sessionKey?: string | null;
            /**
             * Format: uuid
             * @description Id of the event that brought the revenue.
             */
            eventId?: string | null;
            /** @description A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
            idempotencyKey?: string | null;
        };
        RecordOutcomeInput: {
            /** @description Decimal string in USD. */
            value: Amount;
            /**
             * Format: date-time
             * @description When the outcome was generated; now if absent.
             */
            generatedAt?: string | Date | null;
            /** @description Agent key. A new one creates its agent. */
            agentKey?: string | null;
            /** @description Session key. A new one creates its session. */
            sessionKey?: string | null;
            /** @description Customer key. A new one creates its customer. */
            customerKey?: string | null;
            /**
             * Format: uuid
             * @description Id of the goal that generated the outcome.
             */
            goalId?: string | null;
            /** @description Tool key. A new one creates its tool. */
            toolKey?: string | null;
            /**
             * Format: uuid
             * @description Id of an existing tool, instead of `toolKey`.
             */
            toolId?: string | null;
        };
        RecordOutcomeBatchItem: {
            /** @description Decimal string in USD. */
            value: Amount;
            /**
             * Format: date-time
             * @description When the outcome was generated; now if absent.
             */
            generatedAt?: string | Date | null;
            /** @description Agent key. A new one creates its agent. */
            agentKey?: string | null;
            /** @description Session key. A new one creates its session. */
            sessionKey?: string | null;
            /** @description Customer key. A new one creates its customer. */
            customerKey?: string | null;
            /**
             * Format: uuid
             * @description Id of the goal that generated the outcome.
             */
            goalId?: string | null;
            /** @description Tool key. A new one creates its tool. */
            toolKey?: string | null;
            /**
             * Format: uuid
             * @description Id of an existing tool, instead of `toolKey`.
             */
            toolId?: string | null;
            /** @description A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
            idempotencyKey?: string | null;
        };
        RecordGoalInput: {
            /** @description Key of the goal type. A new one creates it. */
            goalKey: string;
            /** @description Agent key. A new one creates its agent. */
            agentKey?: string | null;
            /** @description Session key. A new one creates its session. */
            sessionKey?: string | null;
            /** @description Customer key. A new one creates its customer. */
            customerKey?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the goal was achieved; now if absent.
             */
            achievedAt?: string | Date | null;
        };
        RecordGoalBatchItem: {
            /** @description Key of the goal type. A new one creates it. */
            goalKey: string;
            /** @description Agent key. A new one creates its agent. */
            agentKey?: string | null;
            /** @description Session key. A new one creates its session. */
            sessionKey?: string | null;
            /** @description Customer key. A new one creates its customer. */
            customerKey?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the goal was achieved; now if absent.
             */
            achievedAt?: string | Date | null;
            /** @description A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
            idempotencyKey?: string | null;
        };
        RecordEventInput: {
            /** @description What happened. By convention `llm.call`, `tool.call`, `session.start`, `session.end`. */
            type: string;
            /** @description A name for people. */
            name?: string | null;
            /** @description Agent key. A new one creates its agent. */
            agentKey?: string | null;
            /** @description Session key. A new one creates its session. */
            sessionKey?: string | null;
            /** @description Customer key. A new one creates its customer. */
            customerKey?: string | null;
            /** @description Tool key. A new one creates its tool. */
            toolKey?: string | null;
            /** @description What it cost, in USD. Makes margin and ROI answerable. */
            cost?: Amount | null;
            /**
             * Format: int64
             * @description Tokens sent to the model.
             */
            inputTokens?: number | null;
            /**
             * Format: int64
             * @description Tokens received from the model.
             */
            outputTokens?: number | null;
            /** @description The model that was called. */
            model?: string | null;
            /** @description The model's provider. */
            provider?: string | null;
            /**
             * Format: date-time
             * @description When it happened; now if absent.
             */
            occurredAt?: string | Date | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        RecordEventBatchItem: {
            /** @description What happened. By convention `llm.call`, `tool.call`, `session.start`, `session.end`. */
            type: string;
            /** @description A name for people. */
            name?: string | null;
            /** @description Agent key. A new one creates its agent. */
            agentKey?: string | null;
            /** @description Session key. A new one creates its session. */
            sessionKey?: string | null;
            /** @description Customer key. A new one creates its customer. */
            customerKey?: string | null;
            /** @description Tool key. A new one creates its tool. */
            toolKey?: string | null;
            /** @description What it cost, in USD. Makes margin and ROI answerable. */
            cost?: Amount | null;
            /**
             * Format: int64
             * @description Tokens sent to the model.
             */
            inputTokens?: number | null;
            /**
             * Format: int64
             * @description Tokens received from the model.
             */
            outputTokens?: number | null;
            /** @description The model that was called. */
            model?: string | null;
            /** @description The model's provider. */
            provider?: string | null;
            /**
             * Format: date-time
             * @description When it happened; now if absent.
             */
            occurredAt?: string | Date | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
            idempotencyKey?: string | null;
        };
        CreateGoalTypeInput: {
            /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
            key: string;
            /** @description A name for people. */
            name?: string | null;
            /** @description Free text. */
            description?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description USD per achievement or call; each one then generates a valuable outcome. */
            value?: Amount | null;
        };
        UpdateGoalTypeInput: {
            /** @description A name for people. */
            name?: string | null;
            /** @description Free text. */
            description?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description USD per achievement or call; each one then generates a valuable outcome. */
            value?: Amount | null;
        };
        ReplaceGoalTypeInput: {
            /** @description A name for people. */
            name?: string | null;
            /** @description Free text. */
            description?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description USD per achievement or call; each one then generates a valuable outcome. */
            value?: string | null;
        };
        CreateAgentInput: {
            /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
            key: string;
            /** @description A name for people. */
            name?: string | null;
            /** @description Free text. */
            description?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        UpdateAgentInput: {
            /** @description A name for people. */
            name?: string | null;
            /** @description Free text. */
            description?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        ReplaceAgentInput: {
            /** @description A name for people. */
            name?: string | null;
            /** @description Free text. */
            description?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        CreateCustomerInput: {
            /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
            key: string;
            /** @description A name for people. */
            name?: string | null;
            /** @description Free text. */
            description?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        UpdateCustomerInput: {
            /** @description A name for people. */
            name?: string | null;
            /** @description Free text. */
            description?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        ReplaceCustomerInput: {
            /** @description A name for people. */
            name?: string | null;
            /** @description Free text. */
            description?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        CreateToolInput: {
            /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
            key: string;
            /** @description A name for people. */
            name?: string | null;
            /** @description Free text. */
            description?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description USD per achievement or call; each one then generates a valuable outcome. */
            value?: Amount | null;
        };
        UpdateToolInput: {
            /** @description A name for people. */
            name?: string | null;
            /** @description Free text. */
            description?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description USD per achievement or call; each one then generates a valuable outcome. */
            value?: Amount | null;
        };
        ReplaceToolInput: {
            /** @description A name for people. */
            name?: string | null;
            /** @description Free text. */
            description?: string | null;
            /** @description Free-form map: at most 50 keys, 16 KiB and 5 levels. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description USD per achievement or call; each one then generates a valuable outcome. */
            value?: string | null;
        };
        /** @description The body of every error response. */
        Error: {
            /**
             * @description Short name of the error.
             * @enum {string}
             */
            code: "Invalid Request" | "Invalid JSON" | "Invalid ID" | "Already Exists" | "Idempotency Key Reused" | "Question Too Large" | "Unauthorized" | "Forbidden" | "Not Found" | "Rate Limit Exceeded" | "Server Error";
            /** @description Description of the error for people. */
            message: string;
            /** @description Method and path of the request, as it was sent: `<METHOD> <path>`. */
            path: string;
            /**
             * Format: int32
             * @description The HTTP status of the response.
             * @enum {integer}
             */
            status: 400 | 401 | 403 | 404 | 429 | 500;
            /**
             * Format: date-time
             * @description Time of the error in UTC.
             */
            timestamp: string;
            /** @description One entry per wrong field. */
            details?: {
                /** @description Path of the field: `amount`, `metadata.plan`. Empty for the input as a whole. */
                field: string;
                /** @description What is wrong with the field, and which values are valid. */
                message: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Revenue = components['schemas']['Revenue'];
export type RevenueBatchResult = components['schemas']['RevenueBatchResult'];
export type Outcome = components['schemas']['Outcome'];
export type OutcomeBatchResult = components['schemas']['OutcomeBatchResult'];
export type Goal = components['schemas']['Goal'];
export type GoalBatchResult = components['schemas']['GoalBatchResult'];
export type Event = components['schemas']['Event'];
export type EventBatchResult = components['schemas']['EventBatchResult'];
export type GoalType = components['schemas']['GoalType'];
export type Agent = components['schemas']['Agent'];
export type Customer = components['schemas']['Customer'];
export type Tool = components['schemas']['Tool'];
export type Session = components['schemas']['Session'];
export type RecordRevenueInput = components['schemas']['RecordRevenueInput'];
export type RecordRevenueBatchItem = components['schemas']['RecordRevenueBatchItem'];
export type RecordOutcomeInput = components['schemas']['RecordOutcomeInput'];
export type RecordOutcomeBatchItem = components['schemas']['RecordOutcomeBatchItem'];
export type RecordGoalInput = components['schemas']['RecordGoalInput'];
export type RecordGoalBatchItem = components['schemas']['RecordGoalBatchItem'];
export type RecordEventInput = components['schemas']['RecordEventInput'];
export type RecordEventBatchItem = components['schemas']['RecordEventBatchItem'];
export type CreateGoalTypeInput = components['schemas']['CreateGoalTypeInput'];
export type UpdateGoalTypeInput = components['schemas']['UpdateGoalTypeInput'];
export type ReplaceGoalTypeInput = components['schemas']['ReplaceGoalTypeInput'];
export type CreateAgentInput = components['schemas']['CreateAgentInput'];
export type UpdateAgentInput = components['schemas']['UpdateAgentInput'];
export type ReplaceAgentInput = components['schemas']['ReplaceAgentInput'];
export type CreateCustomerInput = components['schemas']['CreateCustomerInput'];
export type UpdateCustomerInput = components['schemas']['UpdateCustomerInput'];
export type ReplaceCustomerInput = components['schemas']['ReplaceCustomerInput'];
export type CreateToolInput = components['schemas']['CreateToolInput'];
export type UpdateToolInput = components['schemas']['UpdateToolInput'];
export type ReplaceToolInput = components['schemas']['ReplaceToolInput'];
export type Error = components['schemas']['Error'];
export type $defs = Record<string, never>;
export interface operations {
    "revenues.list": {
        parameters: {
            query?: {
                /** @description How many records to return. */
                limit?: number;
                /** @description How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** @description Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** @description Order of the list; a minus sign means descending. */
                sort?: "-id" | "id" | "-recordedAt" | "recordedAt";
                /** @description Only records of this agent. */
                agentKey?: string;
                /** @description Only records of this agent. */
                agentId?: string;
                /** @description Only records of this customer. */
                customerKey?: string;
                /** @description Only records of this customer. */
                customerId?: string;
                /** @description Only records of this session. */
                sessionKey?: string;
                /** @description Only records of this source. */
                source?: string;
                /** @description Only records of this goal. */
                goalId?: string;
                /** @description Only the record with this key of yours. */
                key?: string;
                /** @description Only with `recordedAt` at or after this. */
                recordedFrom?: string | Date;
                /** @description Only with `recordedAt` before this. */
                recordedTo?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revenue"][];
                };
            };
        };
    };
    "revenues.record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordRevenueInput"];
            };
        };
        responses: {
            /** @description Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revenue"];
                };
            };
        };
    };
    "revenues.recordBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordRevenueBatchItem"][];
            };
        };
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueBatchResult"];
                };
            };
        };
    };
    "revenues.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revenue"];
                };
            };
        };
    };
    "outcomes.list": {
        parameters: {
            query?: {
                /** @description How many records to return. */
                limit?: number;
                /** @description How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** @description Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** @description Order of the list; a minus sign means descending. */
                sort?: "-id" | "id" | "-generatedAt" | "generatedAt";
                /** @description Only records of this agent. */
                agentKey?: string;
                /** @description Only records of this agent. */
                agentId?: string;
                /** @description Only records of this customer. */
                customerKey?: string;
                /** @description Only records of this customer. */
                customerId?: string;
                /** @description Only records of this session. */
                sessionKey?: string;
                /** @description Only records of this tool. */
                toolKey?: string;
                /** @description Only outcomes of this tool. */
                toolId?: string;
                /** @description Only outcomes of this goal. */
                goalId?: string;
                /** @description Only with `generatedAt` at or after this. */
                generatedFrom?: string | Date;
                /** @description Only with `generatedAt` before this. */
                generatedTo?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outcome"][];
                };
            };
        };
    };
    "outcomes.record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordOutcomeInput"];
            };
        };
        responses: {
            /** @description Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outcome"];
                };
            };
        };
    };
    "outcomes.recordBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordOutcomeBatchItem"][];
            };
        };
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomeBatchResult"];
                };
            };
        };
    };
    "outcomes.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outcome"];
                };
            };
        };
    };
    "goals.list": {
        parameters: {
            query?: {
                /** @description How many records to return. */
                limit?: number;
                /** @description How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** @description Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** @description Order of the list; a minus sign means descending. */
                sort?: "-id" | "id" | "-achievedAt" | "achievedAt";
                /** @description Only records of this agent. */
                agentKey?: string;
                /** @description Only records of this agent. */
                agentId?: string;
                /** @description Only records of this customer. */
                customerKey?: string;
                /** @description Only records of this customer. */
                customerId?: string;
                /** @description Only records of this session. */
                sessionKey?: string;
                /** @description Only goals of this type. */
                goalKey?: string;
                /** @description Only with `achievedAt` at or after this. */
                achievedFrom?: string | Date;
                /** @description Only with `achievedAt` before this. */
                achievedTo?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"][];
                };
            };
        };
    };
    "goals.record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordGoalInput"];
            };
        };
        responses: {
            /** @description Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"];
                };
            };
        };
    };
    "goals.recordBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordGoalBatchItem"][];
            };
        };
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalBatchResult"];
                };
            };
        };
    };
    "goals.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"];
                };
            };
        };
    };
    "events.list": {
        parameters: {
            query?: {
                /** @description How many records to return. */
                limit?: number;
                /** @description How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** @description Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** @description Order of the list; a minus sign means descending. */
                sort?: "-id" | "id" | "-occurredAt" | "occurredAt";
                /** @description Only records of this agent. */
                agentKey?: string;
                /** @description Only records of this agent. */
                agentId?: string;
                /** @description Only records of this customer. */
                customerKey?: string;
                /** @description Only records of this customer. */
                customerId?: string;
                /** @description Only records of this session. */
                sessionKey?: string;
                /** @description Only records of this tool. */
                toolKey?: string;
                /** @description Only events of this type. */
                type?: string;
                /** @description Only with `occurredAt` at or after this. */
                occurredFrom?: string | Date;
                /** @description Only with `occurredAt` before this. */
                occurredTo?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"][];
                };
            };
        };
    };
    "events.record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordEventInput"];
            };
        };
        responses: {
            /** @description Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    "events.recordBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordEventBatchItem"][];
            };
        };
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventBatchResult"];
                };
            };
        };
    };
    "events.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    "goalTypes.list": {
        parameters: {
            query?: {
                /** @description How many records to return. */
                limit?: number;
                /** @description How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** @description Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalType"][];
                };
            };
        };
    };
    "goalTypes.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGoalTypeInput"];
            };
        };
        responses: {
            /** @description Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalType"];
                };
            };
        };
    };
    "goalTypes.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalType"];
                };
            };
        };
    };
    "goalTypes.replace": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceGoalTypeInput"];
            };
        };
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalType"];
                };
            };
            /** @description Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalType"];
                };
            };
        };
    };
    "goalTypes.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful, no data returned. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "goalTypes.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateGoalTypeInput"];
            };
        };
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalType"];
                };
            };
        };
    };
    "agents.list": {
        parameters: {
            query?: {
                /** @description How many records to return. */
                limit?: number;
                /** @description How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** @description Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"][];
                };
            };
        };
    };
    "agents.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAgentInput"];
            };
        };
        responses: {
            /** @description Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    "agents.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    "agents.replace": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceAgentInput"];
            };
        };
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    "agents.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful, no data returned. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "agents.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAgentInput"];
            };
        };
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    "customers.list": {
        parameters: {
            query?: {
                /** @description How many records to return. */
                limit?: number;
                /** @description How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** @description Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"][];
                };
            };
        };
    };
    "customers.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomerInput"];
            };
        };
        responses: {
            /** @description Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    "customers.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    "customers.replace": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceCustomerInput"];
            };
        };
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    "customers.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful, no data returned. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "customers.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCustomerInput"];
            };
        };
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    "tools.list": {
        parameters: {
            query?: {
                /** @description How many records to return. */
                limit?: number;
                /** @description How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** @description Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"][];
                };
            };
        };
    };
    "tools.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateToolInput"];
            };
        };
        responses: {
            /** @description Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"];
                };
            };
        };
    };
    "tools.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"];
                };
            };
        };
    };
    "tools.replace": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceToolInput"];
            };
        };
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"];
                };
            };
            /** @description Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"];
                };
            };
        };
    };
    "tools.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful, no data returned. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "tools.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateToolInput"];
            };
        };
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"];
                };
            };
        };
    };
    "sessions.list": {
        parameters: {
            query?: {
                /** @description How many records to return. */
                limit?: number;
                /** @description How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** @description Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** @description Only sessions of this agent. */
                agentKey?: string;
                /** @description Only sessions of this customer. */
                customerKey?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
        };
    };
    "sessions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
}
