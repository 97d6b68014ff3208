// Generated from openapi.json by `npm test -- packages/sdk --update`.
import type { Amount } from '../amount.ts';

/** Error code of the API, or `HTTP 502` and the like if a proxy answered. Later versions of the API may add codes. */
export type ErrorCode = Error['code'] | (string & Record<never, never>);

/** Why the item was rejected. */
export interface Rejection {
    /** Short name of the error. */
    code: ErrorCode;
    /** Explanation for people. */
    message: string;
    /** One entry per field that is wrong. */
    details?: {
        /** Path of the field, such as `amount` or `metadata.plan`. */
        field: string;
        /** Explanation for people. */
        message: string;
    }[];
}
/** Revenue that an agent brought in. */
export interface Revenue {
    /**
     * Format: uuid
     * Identifier of the record.
     */
    id: string;
    /** Key of the record: yours, or one generated from the id. */
    key: string;
    /** Decimal string in USD. */
    amount: string;
    /** Origin of the record. */
    source: string;
    /**
     * Format: uuid
     * Id of the agent.
     */
    agentId: string | null;
    /** Key of the agent. */
    agentKey: string | null;
    /**
     * Format: uuid
     * Id of the customer.
     */
    customerId: string | null;
    /** Key of the customer. */
    customerKey: string | null;
    /** Key of the session. */
    sessionKey: string | null;
    /**
     * Format: uuid
     * Id of the associated goal.
     */
    goalId: string | null;
    /**
     * Format: uuid
     * Id of the associated event.
     */
    eventId: string | null;
    /** Free text. */
    description: string | null;
    /** Free-form map of string keys to values. */
    metadata: {
        [key: string]: unknown;
    } | null;
    /**
     * Format: date-time
     * When the revenue was made, in UTC.
     */
    recordedAt: string;
    /**
     * Format: uuid
     * Id of the revenue that this one, with its negative amount, pays back; null if it is no refund.
     */
    refundOf: string | null;
    /**
     * A voided record counts nowhere.
     * @enum {string}
     */
    status: "active" | "voided";
    /**
     * Format: int64
     * Counts the corrections of the record, from 1.
     */
    version: number;
    /**
     * Format: date-time
     * When the record was created, in UTC.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the record was last changed, in UTC; when it was created, if never.
     */
    updatedAt: string;
}
export interface RevenueBatchResult {
    /**
     * Format: int32
     * How many items were created.
     */
    created: number;
    /**
     * Format: int32
     * How many items had been created before.
     */
    replayed: number;
    /**
     * Format: int32
     * How many items were rejected.
     */
    rejected: number;
    /** Result of each item, in the order of the items. */
    results: ({
        /**
         * Result of the item.
         * @enum {string}
         */
        status: "created" | "replayed";
        record: Revenue;
    } | {
        /**
         * Result of the item.
         * @constant
         */
        status: "rejected";
        error: Rejection;
    })[];
}
/** A correction of a record, with the record before and after. */
export interface RevenueCorrection {
    /**
     * Format: uuid
     * Identifier of the correction.
     */
    id: string;
    /**
     * Kind of the record.
     * @constant
     */
    kind: "revenues";
    /**
     * Format: uuid
     * Id of the record.
     */
    recordId: string;
    /**
     * What the correction does.
     * @enum {string}
     */
    action: "void" | "amend" | "restore";
    /** Why the record was corrected. */
    reason: string;
    /**
     * Format: int64
     * The version that it made.
     */
    version: number;
    /** The record in the version before; null if it did not count. */
    before: Revenue | null;
    /** The record in this version; null if it does not count. */
    after: Revenue | null;
    /**
     * Format: uuid
     * The correction of the goal or event that this one follows; null for one that was asked for.
     */
    causeId: string | null;
    /**
     * Format: uuid
     * The run of repricing that this one is part of; null for any other.
     */
    runId: string | null;
    /** Who corrected the record. */
    createdBy: {
        /**
         * Whether a program or a person corrected the record.
         * @enum {string}
         */
        kind: "apiKey" | "user";
        /**
         * Format: uuid
         * Id of the API key, or of the user.
         */
        id: string;
    };
    /**
     * Format: date-time
     * When the record was corrected, in UTC.
     */
    createdAt: string;
}
export interface RevenueCorrectionBatchResult {
    /**
     * Format: int32
     * How many items were created.
     */
    created: number;
    /**
     * Format: int32
     * How many items had been created before.
     */
    replayed: number;
    /**
     * Format: int32
     * How many items were rejected.
     */
    rejected: number;
    /** Result of each item, in the order of the items. */
    results: ({
        /**
         * Result of the item.
         * @enum {string}
         */
        status: "created" | "replayed";
        correction: RevenueCorrection;
    } | {
        /**
         * Result of the item.
         * @constant
         */
        status: "rejected";
        error: Rejection;
    })[];
}
/** A version of a record. */
export interface RevenueVersion {
    /**
     * Format: int64
     * From 1, for the record as it was recorded.
     */
    version: number;
    /** The record in this version; null where it was voided. */
    record: Revenue | null;
    /** What made the version; null for the first. */
    correction: {
        /**
         * Format: uuid
         * Identifier of the correction.
         */
        id: string;
        /**
         * Kind of the record.
         * @enum {string}
         */
        kind: "revenues";
        /**
         * Format: uuid
         * Id of the record.
         */
        recordId: string;
        /**
         * What a correction does.
         * @enum {string}
         */
        action: "void" | "amend" | "restore";
        /** Why the record was corrected. */
        reason: string;
        /**
         * Format: int64
         * The version that it made.
         */
        version: number;
        /**
         * Format: uuid
         * The correction of the goal or event that this one follows; null for one that was asked for.
         */
        causeId: string | null;
        /**
         * Format: uuid
         * The run of repricing that this one is part of; null for any other.
         */
        runId: string | null;
        /** Who corrected the record. */
        createdBy: {
            /**
             * Whether a program or a person corrected the record.
             * @enum {string}
             */
            kind: "apiKey" | "user";
            /**
             * Format: uuid
             * Id of the API key, or of the user.
             */
            id: string;
        };
        /**
         * Format: date-time
         * When the record was corrected, in UTC.
         */
        createdAt: string;
    } | null;
}
/** A valuable outcome: recorded by a client, or generated by a goal or a tool call that has a value. */
export interface Outcome {
    /**
     * Format: uuid
     * Identifier of the record.
     */
    id: string;
    /** Key of the agent. */
    agentKey: string | null;
    /** Key of the session. */
    sessionKey: string | null;
    /** Key of the customer. */
    customerKey: string | null;
    /**
     * Format: uuid
     * Id of the associated goal.
     */
    goalId: string | null;
    /**
     * Format: uuid
     * Id of the tool.
     */
    toolId: string | null;
    /** Key of the tool. */
    toolKey: string | null;
    /** Decimal string in USD. */
    value: string;
    /** Free-form map; that of its goal or event, if one of them generated the outcome. */
    metadata: {
        [key: string]: unknown;
    } | null;
    /**
     * Format: date-time
     * When the outcome was generated, in UTC.
     */
    generatedAt: string;
    /**
     * A voided record counts nowhere.
     * @enum {string}
     */
    status: "active" | "voided";
    /**
     * Format: int64
     * Counts the corrections of the record, from 1.
     */
    version: number;
    /**
     * Format: date-time
     * When the record was created, in UTC.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the record was last changed, in UTC; when it was created, if never.
     */
    updatedAt: string;
}
export interface OutcomeBatchResult {
    /**
     * Format: int32
     * How many items were created.
     */
    created: number;
    /**
     * Format: int32
     * How many items had been created before.
     */
    replayed: number;
    /**
     * Format: int32
     * How many items were rejected.
     */
    rejected: number;
    /** Result of each item, in the order of the items. */
    results: ({
        /**
         * Result of the item.
         * @enum {string}
         */
        status: "created" | "replayed";
        record: Outcome;
    } | {
        /**
         * Result of the item.
         * @constant
         */
        status: "rejected";
        error: Rejection;
    })[];
}
/** A correction of a record, with the record before and after. */
export interface OutcomeCorrection {
    /**
     * Format: uuid
     * Identifier of the correction.
     */
    id: string;
    /**
     * Kind of the record.
     * @constant
     */
    kind: "outcomes";
    /**
     * Format: uuid
     * Id of the record.
     */
    recordId: string;
    /**
     * What the correction does.
     * @enum {string}
     */
    action: "void" | "amend" | "restore";
    /** Why the record was corrected. */
    reason: string;
    /**
     * Format: int64
     * The version that it made.
     */
    version: number;
    /** The record in the version before; null if it did not count. */
    before: Outcome | null;
    /** The record in this version; null if it does not count. */
    after: Outcome | null;
    /**
     * Format: uuid
     * The correction of the goal or event that this one follows; null for one that was asked for.
     */
    causeId: string | null;
    /**
     * Format: uuid
     * The run of repricing that this one is part of; null for any other.
     */
    runId: string | null;
    /** Who corrected the record. */
    createdBy: {
        /**
         * Whether a program or a person corrected the record.
         * @enum {string}
         */
        kind: "apiKey" | "user";
        /**
         * Format: uuid
         * Id of the API key, or of the user.
         */
        id: string;
    };
    /**
     * Format: date-time
     * When the record was corrected, in UTC.
     */
    createdAt: string;
}
export interface OutcomeCorrectionBatchResult {
    /**
     * Format: int32
     * How many items were created.
     */
    created: number;
    /**
     * Format: int32
     * How many items had been created before.
     */
    replayed: number;
    /**
     * Format: int32
     * How many items were rejected.
     */
    rejected: number;
    /** Result of each item, in the order of the items. */
    results: ({
        /**
         * Result of the item.
         * @enum {string}
         */
        status: "created" | "replayed";
        correction: OutcomeCorrection;
    } | {
        /**
         * Result of the item.
         * @constant
         */
        status: "rejected";
        error: Rejection;
    })[];
}
/** A version of a record. */
export interface OutcomeVersion {
    /**
     * Format: int64
     * From 1, for the record as it was recorded.
     */
    version: number;
    /** The record in this version; null where it was voided. */
    record: Outcome | null;
    /** What made the version; null for the first. */
    correction: {
        /**
         * Format: uuid
         * Identifier of the correction.
         */
        id: string;
        /**
         * Kind of the record.
         * @enum {string}
         */
        kind: "outcomes";
        /**
         * Format: uuid
         * Id of the record.
         */
        recordId: string;
        /**
         * What a correction does.
         * @enum {string}
         */
        action: "void" | "amend" | "restore";
        /** Why the record was corrected. */
        reason: string;
        /**
         * Format: int64
         * The version that it made.
         */
        version: number;
        /**
         * Format: uuid
         * The correction of the goal or event that this one follows; null for one that was asked for.
         */
        causeId: string | null;
        /**
         * Format: uuid
         * The run of repricing that this one is part of; null for any other.
         */
        runId: string | null;
        /** Who corrected the record. */
        createdBy: {
            /**
             * Whether a program or a person corrected the record.
             * @enum {string}
             */
            kind: "apiKey" | "user";
            /**
             * Format: uuid
             * Id of the API key, or of the user.
             */
            id: string;
        };
        /**
         * Format: date-time
         * When the record was corrected, in UTC.
         */
        createdAt: string;
    } | null;
}
/** A goal that an agent achieved. */
export interface Goal {
    /**
     * Format: uuid
     * Identifier of the record.
     */
    id: string;
    /** Key of the goal type. */
    goalKey: string;
    /** Key of the agent. */
    agentKey: string | null;
    /** Key of the session. */
    sessionKey: string | null;
    /** Key of the customer. */
    customerKey: string | null;
    /** Free-form map of string keys to values. */
    metadata: {
        [key: string]: unknown;
    } | null;
    /**
     * Format: date-time
     * When the goal was achieved, in UTC.
     */
    achievedAt: string;
    /**
     * A voided record counts nowhere.
     * @enum {string}
     */
    status: "active" | "voided";
    /**
     * Format: int64
     * Counts the corrections of the record, from 1.
     */
    version: number;
    /**
     * Format: date-time
     * When the record was created, in UTC.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the record was last changed, in UTC; when it was created, if never.
     */
    updatedAt: string;
}
export interface GoalBatchResult {
    /**
     * Format: int32
     * How many items were created.
     */
    created: number;
    /**
     * Format: int32
     * How many items had been created before.
     */
    replayed: number;
    /**
     * Format: int32
     * How many items were rejected.
     */
    rejected: number;
    /** Result of each item, in the order of the items. */
    results: ({
        /**
         * Result of the item.
         * @enum {string}
         */
        status: "created" | "replayed";
        record: Goal;
    } | {
        /**
         * Result of the item.
         * @constant
         */
        status: "rejected";
        error: Rejection;
    })[];
}
/** A correction of a record, with the record before and after. */
export interface GoalCorrection {
    /**
     * Format: uuid
     * Identifier of the correction.
     */
    id: string;
    /**
     * Kind of the record.
     * @constant
     */
    kind: "goals";
    /**
     * Format: uuid
     * Id of the record.
     */
    recordId: string;
    /**
     * What the correction does.
     * @enum {string}
     */
    action: "void" | "amend" | "restore";
    /** Why the record was corrected. */
    reason: string;
    /**
     * Format: int64
     * The version that it made.
     */
    version: number;
    /** The record in the version before; null if it did not count. */
    before: Goal | null;
    /** The record in this version; null if it does not count. */
    after: Goal | null;
    /**
     * Format: uuid
     * The correction of the goal or event that this one follows; null for one that was asked for.
     */
    causeId: string | null;
    /**
     * Format: uuid
     * The run of repricing that this one is part of; null for any other.
     */
    runId: string | null;
    /** Who corrected the record. */
    createdBy: {
        /**
         * Whether a program or a person corrected the record.
         * @enum {string}
         */
        kind: "apiKey" | "user";
        /**
         * Format: uuid
         * Id of the API key, or of the user.
         */
        id: string;
    };
    /**
     * Format: date-time
     * When the record was corrected, in UTC.
     */
    createdAt: string;
}
export interface GoalCorrectionBatchResult {
    /**
     * Format: int32
     * How many items were created.
     */
    created: number;
    /**
     * Format: int32
     * How many items had been created before.
     */
    replayed: number;
    /**
     * Format: int32
     * How many items were rejected.
     */
    rejected: number;
    /** Result of each item, in the order of the items. */
    results: ({
        /**
         * Result of the item.
         * @enum {string}
         */
        status: "created" | "replayed";
        correction: GoalCorrection;
    } | {
        /**
         * Result of the item.
         * @constant
         */
        status: "rejected";
        error: Rejection;
    })[];
}
/** A version of a record. */
export interface GoalVersion {
    /**
     * Format: int64
     * From 1, for the record as it was recorded.
     */
    version: number;
    /** The record in this version; null where it was voided. */
    record: Goal | null;
    /** What made the version; null for the first. */
    correction: {
        /**
         * Format: uuid
         * Identifier of the correction.
         */
        id: string;
        /**
         * Kind of the record.
         * @enum {string}
         */
        kind: "goals";
        /**
         * Format: uuid
         * Id of the record.
         */
        recordId: string;
        /**
         * What a correction does.
         * @enum {string}
         */
        action: "void" | "amend" | "restore";
        /** Why the record was corrected. */
        reason: string;
        /**
         * Format: int64
         * The version that it made.
         */
        version: number;
        /**
         * Format: uuid
         * The correction of the goal or event that this one follows; null for one that was asked for.
         */
        causeId: string | null;
        /**
         * Format: uuid
         * The run of repricing that this one is part of; null for any other.
         */
        runId: string | null;
        /** Who corrected the record. */
        createdBy: {
            /**
             * Whether a program or a person corrected the record.
             * @enum {string}
             */
            kind: "apiKey" | "user";
            /**
             * Format: uuid
             * Id of the API key, or of the user.
             */
            id: string;
        };
        /**
         * Format: date-time
         * When the record was corrected, in UTC.
         */
        createdAt: string;
    } | null;
}
/** Something that an agent did, and what it cost. */
export interface Event {
    /**
     * Format: uuid
     * Identifier of the record.
     */
    id: string;
    /** Type of the event. */
    type: string;
    /** A name for people. */
    name: string | null;
    /** Key of the agent. */
    agentKey: string | null;
    /** Key of the session. */
    sessionKey: string | null;
    /** Key of the customer. */
    customerKey: string | null;
    /** Key of the tool. */
    toolKey: string | null;
    /** Cost in USD that counts: the one that was sent, else the computed one. */
    cost: string | null;
    /** Cost in USD by the price book; null without a price, or without model and tokens. */
    computedCost: string | null;
    /**
     * Where `cost` is from: `reported` by the sender, `computed` from the price book, or `unpriced`, where a model was called that has no price. Null without a cost and without anything to compute it from.
     * @enum {string|null}
     */
    costSource: "reported" | "computed" | "unpriced" | null;
    /**
     * Format: int64
     * Number of input tokens, including those read from and written to the prompt cache.
     */
    inputTokens: number | null;
    /**
     * Format: int64
     * Number of input tokens read from the prompt cache.
     */
    cacheReadTokens: number | null;
    /**
     * Format: int64
     * Number of input tokens written to the prompt cache.
     */
    cacheWriteTokens: number | null;
    /**
     * Format: int64
     * Number of input tokens written to the prompt cache for an hour; the other writes are kept for 5 minutes.
     */
    cacheWrite1hTokens: number | null;
    /**
     * Format: int64
     * Number of output tokens, including reasoning tokens.
     */
    outputTokens: number | null;
    /**
     * Format: int64
     * Number of output tokens that the model used for reasoning.
     */
    reasoningTokens: number | null;
    /** Name of the model that was called. */
    model: string | null;
    /** Name of the provider of the model. */
    provider: string | null;
    /** Service tier of the call, such as `batch` or `priority`. */
    serviceTier: string | null;
    /**
     * Format: int64
     * Duration of the step, in milliseconds.
     */
    durationMs: number | null;
    /** Whether the step failed. */
    isError: boolean | null;
    /** Id of the trace: 32 hexadecimal digits. */
    traceId: string | null;
    /** Id of the span: 16 hexadecimal digits. */
    spanId: string | null;
    /**
     * Format: date-time
     * When it happened, in UTC.
     */
    occurredAt: string;
    /** Free-form map of string keys to values. */
    metadata: {
        [key: string]: unknown;
    } | null;
    /**
     * A voided record counts nowhere.
     * @enum {string}
     */
    status: "active" | "voided";
    /**
     * Format: int64
     * Counts the corrections of the record, from 1.
     */
    version: number;
    /**
     * Format: date-time
     * When the record was created, in UTC.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the record was last changed, in UTC; when it was created, if never.
     */
    updatedAt: string;
}
export interface EventBatchResult {
    /**
     * Format: int32
     * How many items were created.
     */
    created: number;
    /**
     * Format: int32
     * How many items had been created before.
     */
    replayed: number;
    /**
     * Format: int32
     * How many items were rejected.
     */
    rejected: number;
    /** Result of each item, in the order of the items. */
    results: ({
        /**
         * Result of the item.
         * @enum {string}
         */
        status: "created" | "replayed";
        record: Event;
    } | {
        /**
         * Result of the item.
         * @constant
         */
        status: "rejected";
        error: Rejection;
    })[];
}
/** A correction of a record, with the record before and after. */
export interface EventCorrection {
    /**
     * Format: uuid
     * Identifier of the correction.
     */
    id: string;
    /**
     * Kind of the record.
     * @constant
     */
    kind: "events";
    /**
     * Format: uuid
     * Id of the record.
     */
    recordId: string;
    /**
     * What the correction does.
     * @enum {string}
     */
    action: "void" | "amend" | "restore";
    /** Why the record was corrected. */
    reason: string;
    /**
     * Format: int64
     * The version that it made.
     */
    version: number;
    /** The record in the version before; null if it did not count. */
    before: Event | null;
    /** The record in this version; null if it does not count. */
    after: Event | null;
    /**
     * Format: uuid
     * The correction of the goal or event that this one follows; null for one that was asked for.
     */
    causeId: string | null;
    /**
     * Format: uuid
     * The run of repricing that this one is part of; null for any other.
     */
    runId: string | null;
    /** Who corrected the record. */
    createdBy: {
        /**
         * Whether a program or a person corrected the record.
         * @enum {string}
         */
        kind: "apiKey" | "user";
        /**
         * Format: uuid
         * Id of the API key, or of the user.
         */
        id: string;
    };
    /**
     * Format: date-time
     * When the record was corrected, in UTC.
     */
    createdAt: string;
}
export interface EventCorrectionBatchResult {
    /**
     * Format: int32
     * How many items were created.
     */
    created: number;
    /**
     * Format: int32
     * How many items had been created before.
     */
    replayed: number;
    /**
     * Format: int32
     * How many items were rejected.
     */
    rejected: number;
    /** Result of each item, in the order of the items. */
    results: ({
        /**
         * Result of the item.
         * @enum {string}
         */
        status: "created" | "replayed";
        correction: EventCorrection;
    } | {
        /**
         * Result of the item.
         * @constant
         */
        status: "rejected";
        error: Rejection;
    })[];
}
/** A version of a record. */
export interface EventVersion {
    /**
     * Format: int64
     * From 1, for the record as it was recorded.
     */
    version: number;
    /** The record in this version; null where it was voided. */
    record: Event | null;
    /** What made the version; null for the first. */
    correction: {
        /**
         * Format: uuid
         * Identifier of the correction.
         */
        id: string;
        /**
         * Kind of the record.
         * @enum {string}
         */
        kind: "events";
        /**
         * Format: uuid
         * Id of the record.
         */
        recordId: string;
        /**
         * What a correction does.
         * @enum {string}
         */
        action: "void" | "amend" | "restore";
        /** Why the record was corrected. */
        reason: string;
        /**
         * Format: int64
         * The version that it made.
         */
        version: number;
        /**
         * Format: uuid
         * The correction of the goal or event that this one follows; null for one that was asked for.
         */
        causeId: string | null;
        /**
         * Format: uuid
         * The run of repricing that this one is part of; null for any other.
         */
        runId: string | null;
        /** Who corrected the record. */
        createdBy: {
            /**
             * Whether a program or a person corrected the record.
             * @enum {string}
             */
            kind: "apiKey" | "user";
            /**
             * Format: uuid
             * Id of the API key, or of the user.
             */
            id: string;
        };
        /**
         * Format: date-time
         * When the record was corrected, in UTC.
         */
        createdAt: string;
    } | null;
}
/** A correction of a record. */
export interface Correction {
    /**
     * Format: uuid
     * Identifier of the correction.
     */
    id: string;
    /**
     * Kind of the record.
     * @enum {string}
     */
    kind: "revenues" | "outcomes" | "goals" | "events";
    /**
     * Format: uuid
     * Id of the record.
     */
    recordId: string;
    /**
     * What a correction does; `reprice` and `revert` stand for the amendments of a run, which is their record.
     * @enum {string}
     */
    action: "void" | "amend" | "restore" | "reprice" | "revert";
    /** Why the record was corrected. */
    reason: string;
    /**
     * Format: int64
     * The version that it made.
     */
    version: number;
    /**
     * Format: uuid
     * The correction of the goal or event that this one follows; null for one that was asked for.
     */
    causeId: string | null;
    /**
     * Format: uuid
     * The run of repricing that this one is part of; null for any other.
     */
    runId: string | null;
    /** Who corrected the record. */
    createdBy: {
        /**
         * Whether a program or a person corrected the record.
         * @enum {string}
         */
        kind: "apiKey" | "user";
        /**
         * Format: uuid
         * Id of the API key, or of the user.
         */
        id: string;
    };
    /**
     * Format: date-time
     * When the record was corrected, in UTC.
     */
    createdAt: string;
}
/** A kind of goal. With a value, each achievement generates a valuable outcome. */
export interface GoalType {
    /**
     * Format: uuid
     * Identifier of the record.
     */
    id: string;
    /** The key that you chose. */
    key: string;
    /** A name for people. */
    name: string | null;
    /** Free text. */
    description: string | null;
    /** Free-form map of string keys to values. */
    metadata: {
        [key: string]: unknown;
    } | null;
    /**
     * Format: date-time
     * When the record was created, in UTC.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the record was last changed, in UTC; when it was created, if never.
     */
    updatedAt: string;
    /** Decimal string in USD. */
    value: string | null;
}
/** An AI agent, created by a client or by the first record that named its key. */
export interface Agent {
    /**
     * Format: uuid
     * Identifier of the record.
     */
    id: string;
    /** The key that you chose. */
    key: string;
    /** A name for people. */
    name: string | null;
    /** Free text. */
    description: string | null;
    /** Free-form map of string keys to values. */
    metadata: {
        [key: string]: unknown;
    } | null;
    /**
     * Format: date-time
     * When the record was created, in UTC.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the record was last changed, in UTC; when it was created, if never.
     */
    updatedAt: string;
}
/** A customer that agents work for, created by a client or by the first record that named its key. */
export interface Customer {
    /**
     * Format: uuid
     * Identifier of the record.
     */
    id: string;
    /** The key that you chose. */
    key: string;
    /** A name for people. */
    name: string | null;
    /** Free text. */
    description: string | null;
    /** Free-form map of string keys to values. */
    metadata: {
        [key: string]: unknown;
    } | null;
    /**
     * Format: date-time
     * When the record was created, in UTC.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the record was last changed, in UTC; when it was created, if never.
     */
    updatedAt: string;
}
/** A tool that agents call. With a value, each call generates a valuable outcome. */
export interface Tool {
    /**
     * Format: uuid
     * Identifier of the record.
     */
    id: string;
    /** The key that you chose. */
    key: string;
    /** A name for people. */
    name: string | null;
    /** Free text. */
    description: string | null;
    /** Free-form map of string keys to values. */
    metadata: {
        [key: string]: unknown;
    } | null;
    /**
     * Format: date-time
     * When the record was created, in UTC.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the record was last changed, in UTC; when it was created, if never.
     */
    updatedAt: string;
    /** Decimal string in USD. */
    value: string | null;
}
/** One run or conversation of an agent, created by the first record that named its key. Its agent and its customer are each those of the earliest record that names one, by the own time of the record, then its id. */
export interface Session {
    /**
     * Format: uuid
     * Identifier of the record.
     */
    id: string;
    /** The key that you chose. */
    key: string;
    /**
     * Format: uuid
     * Id of the agent.
     */
    agentId: string | null;
    /** Key of the agent. */
    agentKey: string | null;
    /**
     * Format: uuid
     * Id of the customer.
     */
    customerId: string | null;
    /** Key of the customer. */
    customerKey: string | null;
    /**
     * Format: date-time
     * When the record was created, in UTC.
     */
    createdAt: string;
    /**
     * Format: date-time
     * When the record was last changed, in UTC; when it was created, if never.
     */
    updatedAt: string;
    /** Sums of its records; null unless `include=summary` asks for them. */
    summary: {
        /**
         * Format: date-time
         * Time of its first event, goal or outcome; of its first revenue if it has nothing else. Null without records.
         */
        startedAt: string | null;
        /**
         * Format: date-time
         * Time of its last event, goal or outcome, by `durationMs` the end of an event. Revenues and refunds may come a month later, and count only if it has nothing else.
         */
        endedAt: string | null;
        /** Sum of its revenues less its refunds, in USD. */
        revenue: string;
        /** Sum of its outcomes, in USD. */
        value: string;
        /** Sum of the costs of its events, in USD. */
        cost: string;
        /**
         * Format: int64
         * Number of its goals.
         */
        goals: number;
        /**
         * Format: int64
         * Number of its events.
         */
        events: number;
        /**
         * Format: int64
         * Sum of the input tokens of its events.
         */
        inputTokens: number;
        /**
         * Format: int64
         * Sum of the output tokens of its events.
         */
        outputTokens: number;
        /**
         * Format: int64
         * Number of its events that failed.
         */
        errors: number;
        /**
         * Format: int64
         * Number of its events whose model has no price.
         */
        unpricedEvents: number;
    } | null;
}
/** A record of a session, with its kind and the time that it counts at. */
export type TimelineRecord = {
    /**
     * The kind of the record.
     * @constant
     */
    kind: "revenues";
    /**
     * Format: date-time
     * When it counts: its `recordedAt`.
     */
    time: string;
    record: Revenue;
} | {
    /**
     * The kind of the record.
     * @constant
     */
    kind: "outcomes";
    /**
     * Format: date-time
     * When it counts: its `generatedAt`.
     */
    time: string;
    record: Outcome;
} | {
    /**
     * The kind of the record.
     * @constant
     */
    kind: "goals";
    /**
     * Format: date-time
     * When it counts: its `achievedAt`.
     */
    time: string;
    record: Goal;
} | {
    /**
     * The kind of the record.
     * @constant
     */
    kind: "events";
    /**
     * Format: date-time
     * When it counts: its `occurredAt`.
     */
    time: string;
    record: Event;
};
/** Price of a model. */
export interface Price {
    /**
     * Format: uuid
     * Identifier; null for a built-in price.
     */
    id: string | null;
    /**
     * A price of your own, or a built-in one.
     * @enum {string}
     */
    source: "own" | "built-in";
    /** Its provider; any if absent. Case does not count. */
    provider: string | null;
    /** Name of the model, or the beginning of names and `*`. Case does not count. */
    model: string;
    /** The service tier that it is for; any if absent. */
    serviceTier: string | null;
    /**
     * Format: date-time
     * Calls from this time on have it; null: always.
     */
    effectiveFrom: string | null;
    /** When it begins each day: HH:MM:SS, in UTC; null for the whole day. */
    hoursFrom: string | null;
    /** When it ends each day: HH:MM:SS, in UTC; null for the whole day. */
    hoursTo: string | null;
    /** Price of input tokens, in USD per million. */
    input: string | null;
    /** Price of output tokens, in USD per million. */
    output: string | null;
    /** Price of input that is read from the cache, in USD per million; that of input if absent. */
    cacheRead: string | null;
    /** Price of input that is written to the cache, in USD per million; that of input if absent. */
    cacheWrite: string | null;
    /** Price of input that is written to the cache for an hour, in USD per million; `cacheWrite` if absent. */
    cacheWrite1h: string | null;
    /** Price of reasoning, in USD per million tokens; that of output if absent. */
    reasoning: string | null;
    /** Price of each request, in USD, beside that of its tokens. */
    perRequest: string | null;
    /** Prices of long requests. The highest tier that a request reaches counts as a whole. */
    tiers: {
        /**
         * Format: int64
         * Requests with more input tokens than this take all prices of the tier.
         */
        above: number;
        /** Price of input tokens, in USD per million. */
        input: string | null;
        /** Price of output tokens, in USD per million. */
        output: string | null;
        /** Price of input that is read from the cache, in USD per million; that of input if absent. */
        cacheRead: string | null;
        /** Price of input that is written to the cache, in USD per million; that of input if absent. */
        cacheWrite: string | null;
        /** Price of input that is written to the cache for an hour, in USD per million; `cacheWrite` if absent. */
        cacheWrite1h: string | null;
        /** Price of reasoning, in USD per million tokens; that of output if absent. */
        reasoning: string | null;
    }[];
    /** Version of the built-in prices; null for an own price. */
    bookVersion: string | null;
    /** Day on which that version was published; null for an own price. */
    bookDate: string | null;
    /**
     * Format: date-time
     * When it was created; null for a built-in price.
     */
    createdAt: string | null;
}
/** A run that gives events of the past the costs of the prices of now. */
export interface Repricing {
    /**
     * Format: uuid
     * Identifier of the run; null for a dry run.
     */
    id: string | null;
    /**
     * Whether the figures are those of a dry run, those so far, or final. A run that failed has changed a part of the events: revert it, or begin another.
     * @enum {string}
     */
    state: "dryRun" | "running" | "done" | "failed";
    /**
     * Format: uuid
     * The run that this one undoes.
     */
    revertsId: string | null;
    /**
     * Format: date-time
     * Events at or after this.
     */
    from: string;
    /**
     * Format: date-time
     * Events before this.
     */
    to: string;
    /** The model of the events. Null stands for events of any model. */
    model: string | null;
    /** The provider of the events. Null stands for events of any provider. */
    provider: string | null;
    /**
     * Format: int64
     * Number of events that got another cost.
     */
    events: number;
    /**
     * Format: int64
     * Number of these events that had no price.
     */
    unpricedBefore: number;
    /** The sum of their costs before, in USD. */
    oldCost: string;
    /** The sum of their costs since, in USD. */
    newCost: string;
    /**
     * Format: int64
     * Number of events that a revert leaves as they are, because they were corrected since.
     */
    keptEvents: number;
    /**
     * Format: date-time
     * When the run was asked for, in UTC.
     */
    createdAt: string | null;
    /**
     * Format: date-time
     * When it ended, in UTC.
     */
    finishedAt: string | null;
}
/** What one source of telemetry sent in one hour. */
export interface TraceSource {
    /**
     * Format: date-time
     * Start of the hour, in UTC, in which these were counted.
     */
    hour: string;
    /**
     * What was sent.
     * @enum {string}
     */
    signal: "traces" | "logs" | "metrics";
    /** `service.name`, or `unknown`. */
    software: string;
    /** The scope of spans and metrics, the event name of log records. */
    name: string;
    /**
     * Format: int64
     * Events that were recorded. What is sent again is not counted again, and one that is voided later stays counted.
     */
    recorded: number;
    /**
     * Format: int64
     * Spans of agents and other containers, which lend their names to the calls below.
     */
    containers: number;
    /** What made no event, by reason. */
    ignored: {
        /**
         * `noCall`: it tells no call of a model or tool. `toldByLogs`: log records of the same software tell the same calls. `toldTwice`: another span tells the same call. `scopeIgnored`: the account ignores it. `metric`: metrics repeat calls.
         * @enum {string}
         */
        reason: "noCall" | "toldByLogs" | "toldTwice" | "scopeIgnored" | "metric";
        /**
         * Format: int64
         * How many.
         */
        count: number;
    }[];
    /**
     * Format: int64
     * What cannot be used.
     */
    refused: number;
    /** Why the latest was refused. */
    refusedBecause: string | null;
    /**
     * Format: date-time
     * When the latest came.
     */
    lastAt: string;
}
/** Settings of the account. */
export interface AccountSettings {
    /** Whether events with a model and tokens get their cost from the price book. Turn it off if you post their costs on other events. */
    computeCosts: boolean;
    /** Scopes of OpenTelemetry, or event names of log records, whose calls are not recorded, as the list of the sources of telemetry names them. Use it where two instrumentations tell the same calls. */
    ignoredScopes: string[];
}
export interface RecordRevenueInput {
    /** Decimal string in USD. */
    amount: Amount;
    /**
     * Format: date-time
     * When the revenue was made: ISO 8601 with a time zone, at most a day in the future.
     */
    recordedAt: string | Date;
    /** Agent key. A new one creates its agent. */
    agentKey?: string | null;
    /**
     * Format: uuid
     * Id of an existing agent, instead of `agentKey`.
     */
    agentId?: string | null;
    /** Customer key. A new one creates its customer. */
    customerKey?: string | null;
    /**
     * Format: uuid
     * Id of an existing customer, instead of `customerKey`.
     */
    customerId?: string | null;
    /** Description. */
    description?: string | null;
    /** A key of your own for this record. Sending it again with the same content replays the record. */
    key?: string | null;
    /** Origin of the record; `Manual` if absent. */
    source?: string | null;
    /**
     * Format: uuid
     * Id of the goal that brought the revenue.
     */
    goalId?: string | null;
    /** Session key. A new one creates its session. */
    sessionKey?: string | null;
    /**
     * Format: uuid
     * Id of the event that brought the revenue.
     */
    eventId?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
}
export interface RecordRevenueBatchItem {
    /** Decimal string in USD. */
    amount: Amount;
    /**
     * Format: date-time
     * When the revenue was made: ISO 8601 with a time zone, at most a day in the future.
     */
    recordedAt: string | Date;
    /** Agent key. A new one creates its agent. */
    agentKey?: string | null;
    /**
     * Format: uuid
     * Id of an existing agent, instead of `agentKey`.
     */
    agentId?: string | null;
    /** Customer key. A new one creates its customer. */
    customerKey?: string | null;
    /**
     * Format: uuid
     * Id of an existing customer, instead of `customerKey`.
     */
    customerId?: string | null;
    /** Description. */
    description?: string | null;
    /** A key of your own for this record. Sending it again with the same content replays the record. */
    key?: string | null;
    /** Origin of the record; `Manual` if absent. */
    source?: string | null;
    /**
     * Format: uuid
     * Id of the goal that brought the revenue.
     */
    goalId?: string | null;
    /** Session key. A new one creates its session. */
    sessionKey?: string | null;
    /**
     * Format: uuid
     * Id of the event that brought the revenue.
     */
    eventId?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
    /** A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
    idempotencyKey?: string | null;
}
export interface CorrectRevenueInput {
    /**
     * `void`: the record counts nowhere from now on. `restore` takes a void back. `amend` replaces what `changes` names.
     * @enum {string}
     */
    action: "void" | "amend" | "restore";
    /** The fields to replace, of an amendment. Null empties a field that may be empty. */
    changes?: {
        /** Decimal string in USD. */
        amount?: Amount;
        /**
         * Format: date-time
         * When the revenue was made: ISO 8601 with a time zone, at most a day in the future.
         */
        recordedAt?: string | Date;
        /** Agent key. A new one creates its agent. */
        agentKey?: string | null;
        /**
         * Format: uuid
         * Id of an existing agent, instead of `agentKey`.
         */
        agentId?: string | null;
        /** Customer key. A new one creates its customer. */
        customerKey?: string | null;
        /**
         * Format: uuid
         * Id of an existing customer, instead of `customerKey`.
         */
        customerId?: string | null;
        /** Description. */
        description?: string | null;
        /** Origin of the record; `Manual` if absent. */
        source?: string | null;
        /**
         * Format: uuid
         * Id of the goal that brought the revenue.
         */
        goalId?: string | null;
        /** Session key. A new one creates its session. */
        sessionKey?: string | null;
        /**
         * Format: uuid
         * Id of the event that brought the revenue.
         */
        eventId?: string | null;
        /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
        metadata?: {
            [key: string]: unknown;
        } | null;
    } | null;
    /**
     * Format: int64
     * Refuses the correction unless the record has this version.
     */
    expectedVersion?: number | null;
    /** Why, for people. */
    reason: string;
}
export interface CorrectRevenueBatchItem {
    /**
     * Format: uuid
     * Id of the record.
     */
    id: string;
    /**
     * `void`: the record counts nowhere from now on. `restore` takes a void back. `amend` replaces what `changes` names.
     * @enum {string}
     */
    action: "void" | "amend" | "restore";
    /** The fields to replace, of an amendment. Null empties a field that may be empty. */
    changes?: {
        /** Decimal string in USD. */
        amount?: Amount;
        /**
         * Format: date-time
         * When the revenue was made: ISO 8601 with a time zone, at most a day in the future.
         */
        recordedAt?: string | Date;
        /** Agent key. A new one creates its agent. */
        agentKey?: string | null;
        /**
         * Format: uuid
         * Id of an existing agent, instead of `agentKey`.
         */
        agentId?: string | null;
        /** Customer key. A new one creates its customer. */
        customerKey?: string | null;
        /**
         * Format: uuid
         * Id of an existing customer, instead of `customerKey`.
         */
        customerId?: string | null;
        /** Description. */
        description?: string | null;
        /** Origin of the record; `Manual` if absent. */
        source?: string | null;
        /**
         * Format: uuid
         * Id of the goal that brought the revenue.
         */
        goalId?: string | null;
        /** Session key. A new one creates its session. */
        sessionKey?: string | null;
        /**
         * Format: uuid
         * Id of the event that brought the revenue.
         */
        eventId?: string | null;
        /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
        metadata?: {
            [key: string]: unknown;
        } | null;
    } | null;
    /**
     * Format: int64
     * Refuses the correction unless the record has this version.
     */
    expectedVersion?: number | null;
    /** Why, for people. */
    reason: string;
    /** A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
    idempotencyKey?: string | null;
}
export interface RefundRevenueInput {
    /** What is paid back in USD, above zero; all that remains if absent. */
    amount?: Amount | null;
    /**
     * Format: date-time
     * When it was paid back: ISO 8601 with a time zone, at most a day in the future.
     */
    recordedAt: string | Date;
    /** Description. */
    description?: string | null;
    /** A key of your own for the refund, in one space with the keys of revenues. */
    key?: string | null;
}
export interface RefundRevenueBatchItem {
    /**
     * Format: uuid
     * Id of the revenue to refund.
     */
    revenueId?: string | null;
    /** Key of the revenue to refund: yours, or the one that it shows. */
    revenueKey?: string | null;
    /** What is paid back in USD, above zero; all that remains if absent. */
    amount?: Amount | null;
    /**
     * Format: date-time
     * When it was paid back: ISO 8601 with a time zone, at most a day in the future.
     */
    recordedAt: string | Date;
    /** Description. */
    description?: string | null;
    /** A key of your own for the refund, in one space with the keys of revenues. */
    key?: string | null;
    /** A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
    idempotencyKey?: string | null;
}
export interface RecordOutcomeInput {
    /** Decimal string in USD. */
    value: Amount;
    /**
     * Format: date-time
     * When the outcome was generated; now if absent. At most a day in the future.
     */
    generatedAt?: string | Date | null;
    /** Agent key. A new one creates its agent. */
    agentKey?: string | null;
    /** Session key. A new one creates its session. */
    sessionKey?: string | null;
    /** Customer key. A new one creates its customer. */
    customerKey?: string | null;
    /**
     * Format: uuid
     * Id of the goal that generated the outcome.
     */
    goalId?: string | null;
    /** Tool key. A new one creates its tool. */
    toolKey?: string | null;
    /**
     * Format: uuid
     * Id of an existing tool, instead of `toolKey`.
     */
    toolId?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
}
export interface RecordOutcomeBatchItem {
    /** Decimal string in USD. */
    value: Amount;
    /**
     * Format: date-time
     * When the outcome was generated; now if absent. At most a day in the future.
     */
    generatedAt?: string | Date | null;
    /** Agent key. A new one creates its agent. */
    agentKey?: string | null;
    /** Session key. A new one creates its session. */
    sessionKey?: string | null;
    /** Customer key. A new one creates its customer. */
    customerKey?: string | null;
    /**
     * Format: uuid
     * Id of the goal that generated the outcome.
     */
    goalId?: string | null;
    /** Tool key. A new one creates its tool. */
    toolKey?: string | null;
    /**
     * Format: uuid
     * Id of an existing tool, instead of `toolKey`.
     */
    toolId?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
    /** A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
    idempotencyKey?: string | null;
}
export interface CorrectOutcomeInput {
    /**
     * `void`: the record counts nowhere from now on. `restore` takes a void back. `amend` replaces what `changes` names.
     * @enum {string}
     */
    action: "void" | "amend" | "restore";
    /** The fields to replace, of an amendment. Null empties a field that may be empty. */
    changes?: {
        /** Decimal string in USD. */
        value?: Amount;
        /**
         * Format: date-time
         * When the outcome was generated; now if absent. At most a day in the future.
         */
        generatedAt?: string | Date | null;
        /** Agent key. A new one creates its agent. */
        agentKey?: string | null;
        /** Session key. A new one creates its session. */
        sessionKey?: string | null;
        /** Customer key. A new one creates its customer. */
        customerKey?: string | null;
        /**
         * Format: uuid
         * Id of the goal that generated the outcome.
         */
        goalId?: string | null;
        /** Tool key. A new one creates its tool. */
        toolKey?: string | null;
        /**
         * Format: uuid
         * Id of an existing tool, instead of `toolKey`.
         */
        toolId?: string | null;
        /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
        metadata?: {
            [key: string]: unknown;
        } | null;
    } | null;
    /**
     * Format: int64
     * Refuses the correction unless the record has this version.
     */
    expectedVersion?: number | null;
    /** Why, for people. */
    reason: string;
}
export interface CorrectOutcomeBatchItem {
    /**
     * Format: uuid
     * Id of the record.
     */
    id: string;
    /**
     * `void`: the record counts nowhere from now on. `restore` takes a void back. `amend` replaces what `changes` names.
     * @enum {string}
     */
    action: "void" | "amend" | "restore";
    /** The fields to replace, of an amendment. Null empties a field that may be empty. */
    changes?: {
        /** Decimal string in USD. */
        value?: Amount;
        /**
         * Format: date-time
         * When the outcome was generated; now if absent. At most a day in the future.
         */
        generatedAt?: string | Date | null;
        /** Agent key. A new one creates its agent. */
        agentKey?: string | null;
        /** Session key. A new one creates its session. */
        sessionKey?: string | null;
        /** Customer key. A new one creates its customer. */
        customerKey?: string | null;
        /**
         * Format: uuid
         * Id of the goal that generated the outcome.
         */
        goalId?: string | null;
        /** Tool key. A new one creates its tool. */
        toolKey?: string | null;
        /**
         * Format: uuid
         * Id of an existing tool, instead of `toolKey`.
         */
        toolId?: string | null;
        /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
        metadata?: {
            [key: string]: unknown;
        } | null;
    } | null;
    /**
     * Format: int64
     * Refuses the correction unless the record has this version.
     */
    expectedVersion?: number | null;
    /** Why, for people. */
    reason: string;
    /** A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
    idempotencyKey?: string | null;
}
export interface RecordGoalInput {
    /** Key of the goal type. A new one creates it. */
    goalKey: string;
    /** Agent key. A new one creates its agent. */
    agentKey?: string | null;
    /** Session key. A new one creates its session. */
    sessionKey?: string | null;
    /** Customer key. A new one creates its customer. */
    customerKey?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
    /**
     * Format: date-time
     * When the goal was achieved; now if absent. At most a day in the future.
     */
    achievedAt?: string | Date | null;
}
export interface RecordGoalBatchItem {
    /** Key of the goal type. A new one creates it. */
    goalKey: string;
    /** Agent key. A new one creates its agent. */
    agentKey?: string | null;
    /** Session key. A new one creates its session. */
    sessionKey?: string | null;
    /** Customer key. A new one creates its customer. */
    customerKey?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
    /**
     * Format: date-time
     * When the goal was achieved; now if absent. At most a day in the future.
     */
    achievedAt?: string | Date | null;
    /** A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
    idempotencyKey?: string | null;
}
export interface CorrectGoalInput {
    /**
     * `void`: the record counts nowhere from now on. `restore` takes a void back. `amend` replaces what `changes` names.
     * @enum {string}
     */
    action: "void" | "amend" | "restore";
    /** The fields to replace, of an amendment. Null empties a field that may be empty. */
    changes?: {
        /** Key of the goal type. A new one creates it. */
        goalKey?: string;
        /** Agent key. A new one creates its agent. */
        agentKey?: string | null;
        /** Session key. A new one creates its session. */
        sessionKey?: string | null;
        /** Customer key. A new one creates its customer. */
        customerKey?: string | null;
        /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
        metadata?: {
            [key: string]: unknown;
        } | null;
        /**
         * Format: date-time
         * When the goal was achieved; now if absent. At most a day in the future.
         */
        achievedAt?: string | Date | null;
    } | null;
    /**
     * Format: int64
     * Refuses the correction unless the record has this version.
     */
    expectedVersion?: number | null;
    /** Why, for people. */
    reason: string;
}
export interface CorrectGoalBatchItem {
    /**
     * Format: uuid
     * Id of the record.
     */
    id: string;
    /**
     * `void`: the record counts nowhere from now on. `restore` takes a void back. `amend` replaces what `changes` names.
     * @enum {string}
     */
    action: "void" | "amend" | "restore";
    /** The fields to replace, of an amendment. Null empties a field that may be empty. */
    changes?: {
        /** Key of the goal type. A new one creates it. */
        goalKey?: string;
        /** Agent key. A new one creates its agent. */
        agentKey?: string | null;
        /** Session key. A new one creates its session. */
        sessionKey?: string | null;
        /** Customer key. A new one creates its customer. */
        customerKey?: string | null;
        /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
        metadata?: {
            [key: string]: unknown;
        } | null;
        /**
         * Format: date-time
         * When the goal was achieved; now if absent. At most a day in the future.
         */
        achievedAt?: string | Date | null;
    } | null;
    /**
     * Format: int64
     * Refuses the correction unless the record has this version.
     */
    expectedVersion?: number | null;
    /** Why, for people. */
    reason: string;
    /** A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
    idempotencyKey?: string | null;
}
export interface RecordEventInput {
    /** Type of the step. By convention `llm.call`, `tool.call`, `session.start`, `session.end`. */
    type: string;
    /** A name for people. */
    name?: string | null;
    /** Agent key. A new one creates its agent. */
    agentKey?: string | null;
    /** Session key. A new one creates its session. */
    sessionKey?: string | null;
    /** Customer key. A new one creates its customer. */
    customerKey?: string | null;
    /** Tool key. A new one creates its tool. */
    toolKey?: string | null;
    /** Cost in USD. Makes margin and ROI answerable. */
    cost?: Amount | null;
    /**
     * Format: int64
     * Number of input tokens, including those read from and written to the prompt cache.
     */
    inputTokens?: number | null;
    /**
     * Format: int64
     * Number of input tokens read from the prompt cache.
     */
    cacheReadTokens?: number | null;
    /**
     * Format: int64
     * Number of input tokens written to the prompt cache.
     */
    cacheWriteTokens?: number | null;
    /**
     * Format: int64
     * Number of input tokens written to the prompt cache for an hour; the other writes are kept for 5 minutes.
     */
    cacheWrite1hTokens?: number | null;
    /**
     * Format: int64
     * Number of output tokens, including reasoning tokens.
     */
    outputTokens?: number | null;
    /**
     * Format: int64
     * Number of output tokens that the model used for reasoning.
     */
    reasoningTokens?: number | null;
    /** Name of the model that was called. */
    model?: string | null;
    /** Name of the provider of the model. */
    provider?: string | null;
    /** Service tier of the call, such as `batch` or `priority`. */
    serviceTier?: string | null;
    /**
     * Format: int64
     * Duration of the step, in milliseconds.
     */
    durationMs?: number | null;
    /** Whether the step failed. */
    isError?: boolean | null;
    /** Id of the trace: 32 hexadecimal digits. */
    traceId?: string | null;
    /** Id of the span: 16 hexadecimal digits. */
    spanId?: string | null;
    /**
     * Format: date-time
     * When it happened; now if absent. At most a day in the future.
     */
    occurredAt?: string | Date | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
}
export interface RecordEventBatchItem {
    /** Type of the step. By convention `llm.call`, `tool.call`, `session.start`, `session.end`. */
    type: string;
    /** A name for people. */
    name?: string | null;
    /** Agent key. A new one creates its agent. */
    agentKey?: string | null;
    /** Session key. A new one creates its session. */
    sessionKey?: string | null;
    /** Customer key. A new one creates its customer. */
    customerKey?: string | null;
    /** Tool key. A new one creates its tool. */
    toolKey?: string | null;
    /** Cost in USD. Makes margin and ROI answerable. */
    cost?: Amount | null;
    /**
     * Format: int64
     * Number of input tokens, including those read from and written to the prompt cache.
     */
    inputTokens?: number | null;
    /**
     * Format: int64
     * Number of input tokens read from the prompt cache.
     */
    cacheReadTokens?: number | null;
    /**
     * Format: int64
     * Number of input tokens written to the prompt cache.
     */
    cacheWriteTokens?: number | null;
    /**
     * Format: int64
     * Number of input tokens written to the prompt cache for an hour; the other writes are kept for 5 minutes.
     */
    cacheWrite1hTokens?: number | null;
    /**
     * Format: int64
     * Number of output tokens, including reasoning tokens.
     */
    outputTokens?: number | null;
    /**
     * Format: int64
     * Number of output tokens that the model used for reasoning.
     */
    reasoningTokens?: number | null;
    /** Name of the model that was called. */
    model?: string | null;
    /** Name of the provider of the model. */
    provider?: string | null;
    /** Service tier of the call, such as `batch` or `priority`. */
    serviceTier?: string | null;
    /**
     * Format: int64
     * Duration of the step, in milliseconds.
     */
    durationMs?: number | null;
    /** Whether the step failed. */
    isError?: boolean | null;
    /** Id of the trace: 32 hexadecimal digits. */
    traceId?: string | null;
    /** Id of the span: 16 hexadecimal digits. */
    spanId?: string | null;
    /**
     * Format: date-time
     * When it happened; now if absent. At most a day in the future.
     */
    occurredAt?: string | Date | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
    /** A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
    idempotencyKey?: string | null;
}
export interface CorrectEventInput {
    /**
     * `void`: the record counts nowhere from now on. `restore` takes a void back. `amend` replaces what `changes` names.
     * @enum {string}
     */
    action: "void" | "amend" | "restore";
    /** The fields to replace, of an amendment. Null empties a field that may be empty. */
    changes?: {
        /** Type of the step. By convention `llm.call`, `tool.call`, `session.start`, `session.end`. */
        type?: string;
        /** A name for people. */
        name?: string | null;
        /** Agent key. A new one creates its agent. */
        agentKey?: string | null;
        /** Session key. A new one creates its session. */
        sessionKey?: string | null;
        /** Customer key. A new one creates its customer. */
        customerKey?: string | null;
        /** Tool key. A new one creates its tool. */
        toolKey?: string | null;
        /** Cost in USD. Makes margin and ROI answerable. */
        cost?: Amount | null;
        /**
         * Format: int64
         * Number of input tokens, including those read from and written to the prompt cache.
         */
        inputTokens?: number | null;
        /**
         * Format: int64
         * Number of input tokens read from the prompt cache.
         */
        cacheReadTokens?: number | null;
        /**
         * Format: int64
         * Number of input tokens written to the prompt cache.
         */
        cacheWriteTokens?: number | null;
        /**
         * Format: int64
         * Number of input tokens written to the prompt cache for an hour; the other writes are kept for 5 minutes.
         */
        cacheWrite1hTokens?: number | null;
        /**
         * Format: int64
         * Number of output tokens, including reasoning tokens.
         */
        outputTokens?: number | null;
        /**
         * Format: int64
         * Number of output tokens that the model used for reasoning.
         */
        reasoningTokens?: number | null;
        /** Name of the model that was called. */
        model?: string | null;
        /** Name of the provider of the model. */
        provider?: string | null;
        /** Service tier of the call, such as `batch` or `priority`. */
        serviceTier?: string | null;
        /**
         * Format: int64
         * Duration of the step, in milliseconds.
         */
        durationMs?: number | null;
        /** Whether the step failed. */
        isError?: boolean | null;
        /** Id of the trace: 32 hexadecimal digits. */
        traceId?: string | null;
        /** Id of the span: 16 hexadecimal digits. */
        spanId?: string | null;
        /**
         * Format: date-time
         * When it happened; now if absent. At most a day in the future.
         */
        occurredAt?: string | Date | null;
        /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
        metadata?: {
            [key: string]: unknown;
        } | null;
    } | null;
    /**
     * Format: int64
     * Refuses the correction unless the record has this version.
     */
    expectedVersion?: number | null;
    /** Why, for people. */
    reason: string;
}
export interface CorrectEventBatchItem {
    /**
     * Format: uuid
     * Id of the record.
     */
    id: string;
    /**
     * `void`: the record counts nowhere from now on. `restore` takes a void back. `amend` replaces what `changes` names.
     * @enum {string}
     */
    action: "void" | "amend" | "restore";
    /** The fields to replace, of an amendment. Null empties a field that may be empty. */
    changes?: {
        /** Type of the step. By convention `llm.call`, `tool.call`, `session.start`, `session.end`. */
        type?: string;
        /** A name for people. */
        name?: string | null;
        /** Agent key. A new one creates its agent. */
        agentKey?: string | null;
        /** Session key. A new one creates its session. */
        sessionKey?: string | null;
        /** Customer key. A new one creates its customer. */
        customerKey?: string | null;
        /** Tool key. A new one creates its tool. */
        toolKey?: string | null;
        /** Cost in USD. Makes margin and ROI answerable. */
        cost?: Amount | null;
        /**
         * Format: int64
         * Number of input tokens, including those read from and written to the prompt cache.
         */
        inputTokens?: number | null;
        /**
         * Format: int64
         * Number of input tokens read from the prompt cache.
         */
        cacheReadTokens?: number | null;
        /**
         * Format: int64
         * Number of input tokens written to the prompt cache.
         */
        cacheWriteTokens?: number | null;
        /**
         * Format: int64
         * Number of input tokens written to the prompt cache for an hour; the other writes are kept for 5 minutes.
         */
        cacheWrite1hTokens?: number | null;
        /**
         * Format: int64
         * Number of output tokens, including reasoning tokens.
         */
        outputTokens?: number | null;
        /**
         * Format: int64
         * Number of output tokens that the model used for reasoning.
         */
        reasoningTokens?: number | null;
        /** Name of the model that was called. */
        model?: string | null;
        /** Name of the provider of the model. */
        provider?: string | null;
        /** Service tier of the call, such as `batch` or `priority`. */
        serviceTier?: string | null;
        /**
         * Format: int64
         * Duration of the step, in milliseconds.
         */
        durationMs?: number | null;
        /** Whether the step failed. */
        isError?: boolean | null;
        /** Id of the trace: 32 hexadecimal digits. */
        traceId?: string | null;
        /** Id of the span: 16 hexadecimal digits. */
        spanId?: string | null;
        /**
         * Format: date-time
         * When it happened; now if absent. At most a day in the future.
         */
        occurredAt?: string | Date | null;
        /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
        metadata?: {
            [key: string]: unknown;
        } | null;
    } | null;
    /**
     * Format: int64
     * Refuses the correction unless the record has this version.
     */
    expectedVersion?: number | null;
    /** Why, for people. */
    reason: string;
    /** A key of its own for this item. Without one, item *i* uses `<key>:<i>` where the request has a key. */
    idempotencyKey?: string | null;
}
export interface CreateGoalTypeInput {
    /** A key of your own, 1 to 255 characters, unique per account and never changed. */
    key: string;
    /** A name for people. */
    name?: string | null;
    /** Free text. */
    description?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
    /** USD per achievement or call; each one then generates a valuable outcome. */
    value?: Amount | null;
}
export interface UpdateGoalTypeInput {
    /** A name for people. */
    name?: string | null;
    /** Free text. */
    description?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
    /** USD per achievement or call; each one then generates a valuable outcome. */
    value?: Amount | null;
}
export interface ReplaceGoalTypeInput {
    /** A name for people. */
    name?: string | null;
    /** Free text. */
    description?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
    /** USD per achievement or call; each one then generates a valuable outcome. */
    value?: Amount | null;
}
export interface CreateAgentInput {
    /** A key of your own, 1 to 255 characters, unique per account and never changed. */
    key: string;
    /** A name for people. */
    name?: string | null;
    /** Free text. */
    description?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
}
export interface UpdateAgentInput {
    /** A name for people. */
    name?: string | null;
    /** Free text. */
    description?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
}
export interface ReplaceAgentInput {
    /** A name for people. */
    name?: string | null;
    /** Free text. */
    description?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
}
export interface CreateCustomerInput {
    /** A key of your own, 1 to 255 characters, unique per account and never changed. */
    key: string;
    /** A name for people. */
    name?: string | null;
    /** Free text. */
    description?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
}
export interface UpdateCustomerInput {
    /** A name for people. */
    name?: string | null;
    /** Free text. */
    description?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
}
export interface ReplaceCustomerInput {
    /** A name for people. */
    name?: string | null;
    /** Free text. */
    description?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
}
export interface CreateToolInput {
    /** A key of your own, 1 to 255 characters, unique per account and never changed. */
    key: string;
    /** A name for people. */
    name?: string | null;
    /** Free text. */
    description?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
    /** USD per achievement or call; each one then generates a valuable outcome. */
    value?: Amount | null;
}
export interface UpdateToolInput {
    /** A name for people. */
    name?: string | null;
    /** Free text. */
    description?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
    /** USD per achievement or call; each one then generates a valuable outcome. */
    value?: Amount | null;
}
export interface ReplaceToolInput {
    /** A name for people. */
    name?: string | null;
    /** Free text. */
    description?: string | null;
    /** Free-form map: at most 50 keys, 16 KiB and 5 levels. */
    metadata?: {
        [key: string]: unknown;
    } | null;
    /** USD per achievement or call; each one then generates a valuable outcome. */
    value?: Amount | null;
}
export interface CreatePriceInput {
    /** Its provider; any if absent. Case does not count. */
    provider?: string | null;
    /** Name of the model, or the beginning of names and `*`. Case does not count. */
    model: string;
    /**
     * Format: date-time
     * Calls from this time on have the price, until a newer one begins.
     */
    effectiveFrom: string | Date;
    /** Price of input tokens, in USD per million. */
    input?: string | null;
    /** Price of output tokens, in USD per million. */
    output?: string | null;
    /** Price of input that is read from the cache, in USD per million; that of input if absent. */
    cacheRead?: string | null;
    /** Price of input that is written to the cache, in USD per million; that of input if absent. */
    cacheWrite?: string | null;
    /** Price of input that is written to the cache for an hour, in USD per million; `cacheWrite` if absent. */
    cacheWrite1h?: string | null;
    /** Price of reasoning, in USD per million tokens; that of output if absent. */
    reasoning?: string | null;
    /** Price of each request, in USD, beside that of its tokens. */
    perRequest?: Amount | null;
    /** The service tier that it is for; any if absent. */
    serviceTier?: string | null;
    /** Prices of long requests. The highest tier that a request reaches counts as a whole. */
    tiers?: {
        /**
         * Format: int64
         * Requests with more input tokens than this take all prices of the tier.
         */
        above: number;
        /** Price of input tokens, in USD per million. */
        input?: string | null;
        /** Price of output tokens, in USD per million. */
        output?: string | null;
        /** Price of input that is read from the cache, in USD per million; that of input if absent. */
        cacheRead?: string | null;
        /** Price of input that is written to the cache, in USD per million; that of input if absent. */
        cacheWrite?: string | null;
        /** Price of input that is written to the cache for an hour, in USD per million; `cacheWrite` if absent. */
        cacheWrite1h?: string | null;
        /** Price of reasoning, in USD per million tokens; that of output if absent. */
        reasoning?: string | null;
    }[] | null;
}
export interface RepricePriceInput {
    /**
     * Format: date-time
     * Only events at or after this.
     */
    from: string | Date;
    /**
     * Format: date-time
     * Only events before this.
     */
    to: string | Date;
    /** Only events of this model, as they name it; with a `*` at its end, of models that begin so. Case does not count. */
    model?: string | null;
    /** Only events of this provider, as they name it. Case does not count. */
    provider?: string | null;
    /** Only says what a run would change, for at most 500,000 events. */
    dryRun?: boolean | null;
    /** Why, for people. */
    reason?: string | null;
}
export interface RevertRepricingPriceInput {
    /** Why, for people. */
    reason?: string | null;
}
export interface UpdateSettingInput {
    /** Whether events with a model and tokens get their cost from the price book. Turn it off if you post their costs on other events. */
    computeCosts?: boolean;
    /** Scopes of OpenTelemetry, or event names of log records, whose calls are not recorded, as the list of the sources of telemetry names them. Use it where two instrumentations tell the same calls. */
    ignoredScopes?: string[];
}
/** The body of every error response. */
export interface Error {
    /**
     * Short name of the error.
     * @enum {string}
     */
    code: "Invalid Request" | "Invalid JSON" | "Invalid ID" | "Already Exists" | "Idempotency Key Reused" | "Question Too Large" | "Answer Too Large" | "Unauthorized" | "Forbidden" | "Not Found" | "Rate Limit Exceeded" | "Server Error";
    /** Description of the error for people. */
    message: string;
    /** Method and path of the request, as it was sent: `<METHOD> <path>`. */
    path: string;
    /**
     * Format: int32
     * The HTTP status of the response.
     * @enum {integer}
     */
    status: 400 | 401 | 403 | 404 | 429 | 500;
    /**
     * Format: date-time
     * Time of the error in UTC.
     */
    timestamp: string;
    /** One entry per wrong field. */
    details?: {
        /** Path of the field: `amount`, `metadata.plan`. Empty for the input as a whole. */
        field: string;
        /** Fault of the field, and the values that are valid. */
        message: string;
    }[];
}
export interface operations {
    "revenues.list": {
        parameters: {
            query?: {
                /** How many records to return. */
                limit?: number;
                /** How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** Order of the list; a minus sign means descending. */
                sort?: "-id" | "id" | "-recordedAt" | "recordedAt";
                /** Active or voided records. */
                status?: "active" | "voided";
                /** Only records of this agent. */
                agentKey?: string;
                /** Only records of this agent. */
                agentId?: string;
                /** Only records of this customer. */
                customerKey?: string;
                /** Only records of this customer. */
                customerId?: string;
                /** Only records of this session. */
                sessionKey?: string;
                /** Only records of this source. */
                source?: string;
                /** Only records of this goal. */
                goalId?: string;
                /** Only the record with this key of yours. */
                key?: string;
                /** Only refunds of this revenue. */
                refundOf?: string;
                /** Only with `recordedAt` at or after this. */
                recordedFrom?: string | Date;
                /** Only with `recordedAt` before this. */
                recordedTo?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Revenue[];
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
                "application/json": RecordRevenueInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Revenue;
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
                "application/json": RecordRevenueBatchItem[];
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RevenueBatchResult;
                };
            };
        };
    };
    "revenues.correct": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CorrectRevenueInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RevenueCorrection;
                };
            };
        };
    };
    "revenues.correctBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CorrectRevenueBatchItem[];
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RevenueCorrectionBatchResult;
                };
            };
        };
    };
    "revenues.history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RevenueVersion[];
                };
            };
        };
    };
    "revenues.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Revenue;
                };
            };
        };
    };
    "revenues.refund": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Id of the revenue to refund. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RefundRevenueInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Revenue;
                };
            };
        };
    };
    "revenues.refundBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RefundRevenueBatchItem[];
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RevenueBatchResult;
                };
            };
        };
    };
    "outcomes.list": {
        parameters: {
            query?: {
                /** How many records to return. */
                limit?: number;
                /** How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** Order of the list; a minus sign means descending. */
                sort?: "-id" | "id" | "-generatedAt" | "generatedAt";
                /** Active or voided records. */
                status?: "active" | "voided";
                /** Only records of this agent. */
                agentKey?: string;
                /** Only records of this agent. */
                agentId?: string;
                /** Only records of this customer. */
                customerKey?: string;
                /** Only records of this customer. */
                customerId?: string;
                /** Only records of this session. */
                sessionKey?: string;
                /** Only records of this tool. */
                toolKey?: string;
                /** Only outcomes of this tool. */
                toolId?: string;
                /** Only outcomes of this goal. */
                goalId?: string;
                /** Only with `generatedAt` at or after this. */
                generatedFrom?: string | Date;
                /** Only with `generatedAt` before this. */
                generatedTo?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Outcome[];
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
                "application/json": RecordOutcomeInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Outcome;
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
                "application/json": RecordOutcomeBatchItem[];
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": OutcomeBatchResult;
                };
            };
        };
    };
    "outcomes.correct": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CorrectOutcomeInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": OutcomeCorrection;
                };
            };
        };
    };
    "outcomes.correctBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CorrectOutcomeBatchItem[];
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": OutcomeCorrectionBatchResult;
                };
            };
        };
    };
    "outcomes.history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": OutcomeVersion[];
                };
            };
        };
    };
    "outcomes.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Outcome;
                };
            };
        };
    };
    "goals.list": {
        parameters: {
            query?: {
                /** How many records to return. */
                limit?: number;
                /** How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** Order of the list; a minus sign means descending. */
                sort?: "-id" | "id" | "-achievedAt" | "achievedAt";
                /** Active or voided records. */
                status?: "active" | "voided";
                /** Only records of this agent. */
                agentKey?: string;
                /** Only records of this agent. */
                agentId?: string;
                /** Only records of this customer. */
                customerKey?: string;
                /** Only records of this customer. */
                customerId?: string;
                /** Only records of this session. */
                sessionKey?: string;
                /** Only goals of this type. */
                goalKey?: string;
                /** Only with `achievedAt` at or after this. */
                achievedFrom?: string | Date;
                /** Only with `achievedAt` before this. */
                achievedTo?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Goal[];
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
                "application/json": RecordGoalInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Goal;
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
                "application/json": RecordGoalBatchItem[];
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GoalBatchResult;
                };
            };
        };
    };
    "goals.correct": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CorrectGoalInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GoalCorrection;
                };
            };
        };
    };
    "goals.correctBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CorrectGoalBatchItem[];
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GoalCorrectionBatchResult;
                };
            };
        };
    };
    "goals.history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GoalVersion[];
                };
            };
        };
    };
    "goals.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Goal;
                };
            };
        };
    };
    "events.list": {
        parameters: {
            query?: {
                /** How many records to return. */
                limit?: number;
                /** How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** Order of the list; a minus sign means descending. */
                sort?: "-id" | "id" | "-occurredAt" | "occurredAt";
                /** Active or voided records. */
                status?: "active" | "voided";
                /** Only records of this agent. */
                agentKey?: string;
                /** Only records of this agent. */
                agentId?: string;
                /** Only records of this customer. */
                customerKey?: string;
                /** Only records of this customer. */
                customerId?: string;
                /** Only records of this session. */
                sessionKey?: string;
                /** Only records of this tool. */
                toolKey?: string;
                /** Only events of this type. */
                type?: string;
                /** Only with `occurredAt` at or after this. */
                occurredFrom?: string | Date;
                /** Only with `occurredAt` before this. */
                occurredTo?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Event[];
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
                "application/json": RecordEventInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Event;
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
                "application/json": RecordEventBatchItem[];
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EventBatchResult;
                };
            };
        };
    };
    "events.correct": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CorrectEventInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EventCorrection;
                };
            };
        };
    };
    "events.correctBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CorrectEventBatchItem[];
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EventCorrectionBatchResult;
                };
            };
        };
    };
    "events.history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EventVersion[];
                };
            };
        };
    };
    "events.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Event;
                };
            };
        };
    };
    "corrections.list": {
        parameters: {
            query?: {
                /** How many records to return. */
                limit?: number;
                /** How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** Only corrections of this kind of records. */
                kind?: "revenues" | "outcomes" | "goals" | "events";
                /** Only corrections of this record. */
                recordId?: string;
                /** Only corrections that do this. */
                action?: "void" | "amend" | "restore" | "reprice" | "revert";
                /** Only the amendments of this run of repricing. */
                runId?: string;
                /** Only with `createdAt` at or after this. */
                createdFrom?: string | Date;
                /** Only with `createdAt` before this. */
                createdTo?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Correction[];
                };
            };
        };
    };
    "goalTypes.list": {
        parameters: {
            query?: {
                /** How many records to return. */
                limit?: number;
                /** How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** Only those whose key or name has this text in it, in capitals or small letters. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GoalType[];
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
                "application/json": CreateGoalTypeInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GoalType;
                };
            };
        };
    };
    "goalTypes.get": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GoalType;
                };
            };
        };
    };
    "goalTypes.replace": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ReplaceGoalTypeInput;
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GoalType;
                };
            };
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GoalType;
                };
            };
        };
    };
    "goalTypes.delete": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Successful, no data returned. */
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
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UpdateGoalTypeInput;
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": GoalType;
                };
            };
        };
    };
    "agents.list": {
        parameters: {
            query?: {
                /** How many records to return. */
                limit?: number;
                /** How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** Only those whose key or name has this text in it, in capitals or small letters. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Agent[];
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
                "application/json": CreateAgentInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Agent;
                };
            };
        };
    };
    "agents.get": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Agent;
                };
            };
        };
    };
    "agents.replace": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ReplaceAgentInput;
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Agent;
                };
            };
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Agent;
                };
            };
        };
    };
    "agents.delete": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Successful, no data returned. */
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
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UpdateAgentInput;
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Agent;
                };
            };
        };
    };
    "customers.list": {
        parameters: {
            query?: {
                /** How many records to return. */
                limit?: number;
                /** How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** Only those whose key or name has this text in it, in capitals or small letters. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Customer[];
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
                "application/json": CreateCustomerInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Customer;
                };
            };
        };
    };
    "customers.get": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Customer;
                };
            };
        };
    };
    "customers.replace": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ReplaceCustomerInput;
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Customer;
                };
            };
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Customer;
                };
            };
        };
    };
    "customers.delete": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Successful, no data returned. */
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
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UpdateCustomerInput;
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Customer;
                };
            };
        };
    };
    "tools.list": {
        parameters: {
            query?: {
                /** How many records to return. */
                limit?: number;
                /** How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** Only those whose key or name has this text in it, in capitals or small letters. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Tool[];
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
                "application/json": CreateToolInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Tool;
                };
            };
        };
    };
    "tools.get": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Tool;
                };
            };
        };
    };
    "tools.replace": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ReplaceToolInput;
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Tool;
                };
            };
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Tool;
                };
            };
        };
    };
    "tools.delete": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Successful, no data returned. */
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
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UpdateToolInput;
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Tool;
                };
            };
        };
    };
    "sessions.list": {
        parameters: {
            query?: {
                /** How many records to return. */
                limit?: number;
                /** How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** Only sessions of this agent. */
                agentKey?: string;
                /** Only sessions of this customer. */
                customerKey?: string;
                /** Only those whose key or name has this text in it, in capitals or small letters. */
                search?: string;
                /** Only with `createdAt` at or after this. */
                createdFrom?: string | Date;
                /** Only with `createdAt` before this. */
                createdTo?: string | Date;
                /** Only sessions that achieved a goal of this type. */
                goalKey?: string;
                /** Only sessions that called this tool. */
                toolKey?: string;
                /** Only sessions with an event that failed, or only those without. */
                hasErrors?: boolean;
                /** With `summary`, each session has the sums of its records; `limit` is then at most 100. */
                include?: "summary";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Session[];
                };
            };
        };
    };
    "sessions.get": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
                /** With `summary`, the session has the sums of its records. */
                include?: "summary";
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Session;
                };
            };
        };
    };
    "sessions.timeline": {
        parameters: {
            query?: {
                /** The key, if the path has `~` in its place, as in `/v1/agents/~?key=a%2Fb`. For keys with a letter that some proxies refuse in a path, such as `a/b`. */
                key?: string;
                /** How many records to return. */
                limit?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** A key of your own, 1 to 255 characters, unique per account and never changed. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TimelineRecord[];
                };
            };
        };
    };
    "prices.list": {
        parameters: {
            query?: {
                /** How many records to return. */
                limit?: number;
                /** How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** Your own prices, or the built-in ones. */
                source?: "own" | "built-in";
                /** Only prices of this provider. */
                provider?: string;
                /** Only prices of models whose name contains this text. */
                model?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Price[];
                };
            };
        };
    };
    "prices.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": CreatePriceInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Price;
                };
            };
        };
    };
    "prices.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Identifier of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Successful, no data returned. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "prices.find": {
        parameters: {
            query: {
                /** Name of the model, as an event has it. */
                model: string;
                /** Name of the provider, as an event has it. */
                provider?: string;
                /** Service tier of the call. */
                serviceTier?: string;
                /** Time of the call; now if absent. */
                at?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Price;
                };
            };
        };
    };
    "prices.reprice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RepricePriceInput;
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Repricing;
                };
            };
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Repricing;
                };
            };
        };
    };
    "prices.getRepricing": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Id of the run. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Repricing;
                };
            };
        };
    };
    "prices.revertRepricing": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Id of the run. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RevertRepricingPriceInput;
            };
        };
        responses: {
            /** Resource created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Repricing;
                };
            };
        };
    };
    "traces.sources": {
        parameters: {
            query?: {
                /** How many records to return. */
                limit?: number;
                /** How many records to skip. Use `cursor` for deep paging. */
                offset?: number;
                /** Continues behind an earlier page: the `cursor` of its `Link` header. */
                cursor?: string;
                /** Only hours that begin at this time or later. Default: 24 hours ago. */
                from?: string | Date;
                /** Only hours that begin before this time. */
                to?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TraceSource[];
                };
            };
        };
    };
    "settings.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AccountSettings;
                };
            };
        };
    };
    "settings.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UpdateSettingInput;
            };
        };
        responses: {
            /** Request successful, data returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": AccountSettings;
                };
            };
        };
    };
}
