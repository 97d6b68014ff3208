// Generated from openapi.json by `npm test -- packages/sdk --update`.
import type { AccountSettings, Agent, CorrectEventBatchItem, CorrectEventInput, CorrectGoalBatchItem, CorrectGoalInput, CorrectOutcomeBatchItem, CorrectOutcomeInput, CorrectRevenueBatchItem, CorrectRevenueInput, Correction, CreateAgentInput, CreateCustomerInput, CreateGoalTypeInput, CreatePriceInput, CreateToolInput, Customer, Event, EventBatchResult, EventCorrection, EventCorrectionBatchResult, EventVersion, Goal, GoalBatchResult, GoalCorrection, GoalCorrectionBatchResult, GoalType, GoalVersion, Outcome, OutcomeBatchResult, OutcomeCorrection, OutcomeCorrectionBatchResult, OutcomeVersion, Price, RecordEventBatchItem, RecordEventInput, RecordGoalBatchItem, RecordGoalInput, RecordOutcomeBatchItem, RecordOutcomeInput, RecordRevenueBatchItem, RecordRevenueInput, RefundRevenueBatchItem, RefundRevenueInput, ReplaceAgentInput, ReplaceCustomerInput, ReplaceGoalTypeInput, ReplaceToolInput, RepricePriceInput, Repricing, Revenue, RevenueBatchResult, RevenueCorrection, RevenueCorrectionBatchResult, RevenueVersion, RevertRepricingPriceInput, Session, TimelineRecord, Tool, TraceSource, UpdateAgentInput, UpdateCustomerInput, UpdateGoalTypeInput, UpdateSettingInput, UpdateToolInput } from './generated/openapi.ts';
import type { List } from './list.ts';
import type { Query } from './operations.ts';
import type { CallOptions, WriteOptions } from './options.ts';

export interface ListRevenuesQuery extends Query<'revenues.list'> {}
export interface ListOutcomesQuery extends Query<'outcomes.list'> {}
export interface ListGoalsQuery extends Query<'goals.list'> {}
export interface ListEventsQuery extends Query<'events.list'> {}
export interface ListCorrectionsQuery extends Query<'corrections.list'> {}
export interface ListGoalTypesQuery extends Query<'goalTypes.list'> {}
export interface ListAgentsQuery extends Query<'agents.list'> {}
export interface ListCustomersQuery extends Query<'customers.list'> {}
export interface ListToolsQuery extends Query<'tools.list'> {}
export interface ListSessionsQuery extends Query<'sessions.list'> {}
export interface GetSessionsQuery extends Query<'sessions.get'> {}
export interface TimelineSessionsQuery extends Query<'sessions.timeline'> {}
export interface ListPricesQuery extends Query<'prices.list'> {}
export interface FindPricesQuery extends Query<'prices.find'> {}
export interface SourcesTracesQuery extends Query<'traces.sources'> {}

export interface Revenues {
  /**
   * Create a revenue record.
   *
   * Records revenue that an agent brought in. Agents, customers and sessions are created when their key is new.
   *
   * Scope: `revenues:write`.
   */
  record(input: RecordRevenueInput, options?: WriteOptions): Promise<Revenue>;
  /**
   * List revenue records.
   *
   * Scope: `revenues:read`.
   */
  list(query?: ListRevenuesQuery, options?: CallOptions): List<Revenue>;
  /**
   * Create up to 1,000 revenue records.
   *
   * Every item is created, replayed or rejected by itself; results come in the order of the items.
   *
   * Scope: `revenues:write`.
   */
  recordBatch(items: readonly RecordRevenueBatchItem[], options?: WriteOptions): Promise<RevenueBatchResult>;
  /**
   * Correct a revenue record.
   *
   * Voids a record, restores a voided one, or amends fields of it. Every figure is right from the answer on; the record as it was stays in its history.
   *
   * Scope: `corrections:write`.
   */
  correct(id: string, input: CorrectRevenueInput, options?: WriteOptions): Promise<RevenueCorrection>;
  /**
   * Correct up to 1,000 revenue records.
   *
   * Every item is created, replayed or rejected by itself; results come in the order of the items.
   *
   * Scope: `corrections:write`.
   */
  correctBatch(items: readonly CorrectRevenueBatchItem[], options?: WriteOptions): Promise<RevenueCorrectionBatchResult>;
  /**
   * List the versions of a revenue record, oldest first.
   *
   * Scope: `revenues:read`.
   */
  history(id: string, options?: CallOptions): Promise<RevenueVersion[]>;
  /**
   * Retrieve a revenue record.
   *
   * Scope: `revenues:read`.
   */
  get(id: string, options?: CallOptions): Promise<Revenue>;
  /**
   * Refund a revenue record.
   *
   * Records a revenue with a negative amount and the agent, customer, session and source of the refunded one. The refunds of a revenue never exceed its amount.
   *
   * Scope: `revenues:write`.
   */
  refund(id: string, input: RefundRevenueInput, options?: WriteOptions): Promise<Revenue>;
  /**
   * Refund up to 1,000 revenue records.
   *
   * Every item is created, replayed or rejected by itself; results come in the order of the items.
   *
   * Scope: `revenues:write`.
   */
  refundBatch(items: readonly RefundRevenueBatchItem[], options?: WriteOptions): Promise<RevenueBatchResult>;
}

export interface Outcomes {
  /**
   * Create a valuable outcome record.
   *
   * Records a valuable outcome directly. Goals and events generate theirs by themselves when their goal type or tool has a value.
   *
   * Scope: `outcomes:write`.
   */
  record(input: RecordOutcomeInput, options?: WriteOptions): Promise<Outcome>;
  /**
   * List valuable outcome records.
   *
   * Scope: `outcomes:read`.
   */
  list(query?: ListOutcomesQuery, options?: CallOptions): List<Outcome>;
  /**
   * Create up to 1,000 valuable outcome records.
   *
   * Every item is created, replayed or rejected by itself; results come in the order of the items.
   *
   * Scope: `outcomes:write`.
   */
  recordBatch(items: readonly RecordOutcomeBatchItem[], options?: WriteOptions): Promise<OutcomeBatchResult>;
  /**
   * Correct a valuable outcome record.
   *
   * Voids a record, restores a voided one, or amends fields of it. Every figure is right from the answer on; the record as it was stays in its history.
   *
   * Scope: `corrections:write`.
   */
  correct(id: string, input: CorrectOutcomeInput, options?: WriteOptions): Promise<OutcomeCorrection>;
  /**
   * Correct up to 1,000 valuable outcome records.
   *
   * Every item is created, replayed or rejected by itself; results come in the order of the items.
   *
   * Scope: `corrections:write`.
   */
  correctBatch(items: readonly CorrectOutcomeBatchItem[], options?: WriteOptions): Promise<OutcomeCorrectionBatchResult>;
  /**
   * List the versions of a valuable outcome record, oldest first.
   *
   * Scope: `outcomes:read`.
   */
  history(id: string, options?: CallOptions): Promise<OutcomeVersion[]>;
  /**
   * Retrieve a valuable outcome record.
   *
   * Scope: `outcomes:read`.
   */
  get(id: string, options?: CallOptions): Promise<Outcome>;
}

export interface Goals {
  /**
   * Create a goal achievement record.
   *
   * Records that a goal was achieved. When its type has a value, a valuable outcome is generated with it.
   *
   * Scope: `goals:write`.
   */
  record(input: RecordGoalInput, options?: WriteOptions): Promise<Goal>;
  /**
   * List goal achievement records.
   *
   * Scope: `goals:read`.
   */
  list(query?: ListGoalsQuery, options?: CallOptions): List<Goal>;
  /**
   * Create up to 1,000 goal achievement records.
   *
   * Every item is created, replayed or rejected by itself; results come in the order of the items.
   *
   * Scope: `goals:write`.
   */
  recordBatch(items: readonly RecordGoalBatchItem[], options?: WriteOptions): Promise<GoalBatchResult>;
  /**
   * Correct a goal achievement record.
   *
   * Voids a record, restores a voided one, or amends fields of it. Every figure is right from the answer on; the record as it was stays in its history.
   *
   * Scope: `corrections:write`.
   */
  correct(id: string, input: CorrectGoalInput, options?: WriteOptions): Promise<GoalCorrection>;
  /**
   * Correct up to 1,000 goal achievement records.
   *
   * Every item is created, replayed or rejected by itself; results come in the order of the items.
   *
   * Scope: `corrections:write`.
   */
  correctBatch(items: readonly CorrectGoalBatchItem[], options?: WriteOptions): Promise<GoalCorrectionBatchResult>;
  /**
   * List the versions of a goal achievement record, oldest first.
   *
   * Scope: `goals:read`.
   */
  history(id: string, options?: CallOptions): Promise<GoalVersion[]>;
  /**
   * Retrieve a goal achievement record.
   *
   * Scope: `goals:read`.
   */
  get(id: string, options?: CallOptions): Promise<Goal>;
}

export interface Events {
  /**
   * Create an event record.
   *
   * Records something that an agent did. When its tool has a value, a valuable outcome is generated with it.
   *
   * Scope: `events:write`.
   */
  record(input: RecordEventInput, options?: WriteOptions): Promise<Event>;
  /**
   * List event records.
   *
   * Scope: `events:read`.
   */
  list(query?: ListEventsQuery, options?: CallOptions): List<Event>;
  /**
   * Create up to 1,000 event records.
   *
   * Every item is created, replayed or rejected by itself; results come in the order of the items.
   *
   * Scope: `events:write`.
   */
  recordBatch(items: readonly RecordEventBatchItem[], options?: WriteOptions): Promise<EventBatchResult>;
  /**
   * Correct an event record.
   *
   * Voids a record, restores a voided one, or amends fields of it. Every figure is right from the answer on; the record as it was stays in its history.
   *
   * Scope: `corrections:write`.
   */
  correct(id: string, input: CorrectEventInput, options?: WriteOptions): Promise<EventCorrection>;
  /**
   * Correct up to 1,000 event records.
   *
   * Every item is created, replayed or rejected by itself; results come in the order of the items.
   *
   * Scope: `corrections:write`.
   */
  correctBatch(items: readonly CorrectEventBatchItem[], options?: WriteOptions): Promise<EventCorrectionBatchResult>;
  /**
   * List the versions of an event record, oldest first.
   *
   * Scope: `events:read`.
   */
  history(id: string, options?: CallOptions): Promise<EventVersion[]>;
  /**
   * Retrieve an event record.
   *
   * Scope: `events:read`.
   */
  get(id: string, options?: CallOptions): Promise<Event>;
}

export interface Corrections {
  /**
   * List corrections.
   *
   * Those of the kinds of records that the key may read, newest first.
   *
   * Scope: `corrections:read`.
   */
  list(query?: ListCorrectionsQuery, options?: CallOptions): List<Correction>;
}

export interface GoalTypes {
  /**
   * Create a goal type.
   *
   * Fills one that has only a key so far, as records create it.
   *
   * Scope: `goal-types:write`.
   */
  create(input: CreateGoalTypeInput, options?: WriteOptions): Promise<GoalType>;
  /**
   * List goal types.
   *
   * Scope: `goal-types:read`.
   */
  list(query?: ListGoalTypesQuery, options?: CallOptions): List<GoalType>;
  /**
   * Retrieve a goal type.
   *
   * Scope: `goal-types:read`.
   */
  get(key: string, options?: CallOptions): Promise<GoalType>;
  /**
   * Change a goal type.
   *
   * Fields that are left out stay as they are; null clears one.
   *
   * Scope: `goal-types:write`.
   */
  update(key: string, input: UpdateGoalTypeInput, options?: WriteOptions): Promise<GoalType>;
  /**
   * Create or replace a goal type.
   *
   * Fields that are left out become null.
   *
   * Scope: `goal-types:write`.
   */
  replace(key: string, input: ReplaceGoalTypeInput, options?: WriteOptions): Promise<GoalType>;
  /**
   * Delete a goal type.
   *
   * Hides it from lists and empties its fields. Its records keep its key; recording with that key again brings it back, without them.
   *
   * Scope: `goal-types:write`.
   */
  delete(key: string, options?: WriteOptions): Promise<undefined>;
}

export interface Agents {
  /**
   * Create an agent.
   *
   * Fills one that has only a key so far, as records create it.
   *
   * Scope: `agents:write`.
   */
  create(input: CreateAgentInput, options?: WriteOptions): Promise<Agent>;
  /**
   * List agents.
   *
   * Scope: `agents:read`.
   */
  list(query?: ListAgentsQuery, options?: CallOptions): List<Agent>;
  /**
   * Retrieve an agent.
   *
   * Scope: `agents:read`.
   */
  get(key: string, options?: CallOptions): Promise<Agent>;
  /**
   * Change an agent.
   *
   * Fields that are left out stay as they are; null clears one.
   *
   * Scope: `agents:write`.
   */
  update(key: string, input: UpdateAgentInput, options?: WriteOptions): Promise<Agent>;
  /**
   * Create or replace an agent.
   *
   * Fields that are left out become null.
   *
   * Scope: `agents:write`.
   */
  replace(key: string, input: ReplaceAgentInput, options?: WriteOptions): Promise<Agent>;
  /**
   * Delete an agent.
   *
   * Hides it from lists and empties its fields. Its records keep its key; recording with that key again brings it back, without them.
   *
   * Scope: `agents:write`.
   */
  delete(key: string, options?: WriteOptions): Promise<undefined>;
}

export interface Customers {
  /**
   * Create a customer.
   *
   * Fills one that has only a key so far, as records create it.
   *
   * Scope: `customers:write`.
   */
  create(input: CreateCustomerInput, options?: WriteOptions): Promise<Customer>;
  /**
   * List customers.
   *
   * Scope: `customers:read`.
   */
  list(query?: ListCustomersQuery, options?: CallOptions): List<Customer>;
  /**
   * Retrieve a customer.
   *
   * Scope: `customers:read`.
   */
  get(key: string, options?: CallOptions): Promise<Customer>;
  /**
   * Change a customer.
   *
   * Fields that are left out stay as they are; null clears one.
   *
   * Scope: `customers:write`.
   */
  update(key: string, input: UpdateCustomerInput, options?: WriteOptions): Promise<Customer>;
  /**
   * Create or replace a customer.
   *
   * Fields that are left out become null.
   *
   * Scope: `customers:write`.
   */
  replace(key: string, input: ReplaceCustomerInput, options?: WriteOptions): Promise<Customer>;
  /**
   * Delete a customer.
   *
   * Hides it from lists and empties its fields. Its records keep its key; recording with that key again brings it back, without them.
   *
   * Scope: `customers:write`.
   */
  delete(key: string, options?: WriteOptions): Promise<undefined>;
}

export interface Tools {
  /**
   * Create a tool.
   *
   * Fills one that has only a key so far, as records create it.
   *
   * Scope: `tools:write`.
   */
  create(input: CreateToolInput, options?: WriteOptions): Promise<Tool>;
  /**
   * List tools.
   *
   * Scope: `tools:read`.
   */
  list(query?: ListToolsQuery, options?: CallOptions): List<Tool>;
  /**
   * Retrieve a tool.
   *
   * Scope: `tools:read`.
   */
  get(key: string, options?: CallOptions): Promise<Tool>;
  /**
   * Change a tool.
   *
   * Fields that are left out stay as they are; null clears one.
   *
   * Scope: `tools:write`.
   */
  update(key: string, input: UpdateToolInput, options?: WriteOptions): Promise<Tool>;
  /**
   * Create or replace a tool.
   *
   * Fields that are left out become null.
   *
   * Scope: `tools:write`.
   */
  replace(key: string, input: ReplaceToolInput, options?: WriteOptions): Promise<Tool>;
  /**
   * Delete a tool.
   *
   * Hides it from lists and empties its fields. Its records keep its key; recording with that key again brings it back, without them.
   *
   * Scope: `tools:write`.
   */
  delete(key: string, options?: WriteOptions): Promise<undefined>;
}

export interface Sessions {
  /**
   * List sessions.
   *
   * `goalKey` also needs the scope `goals:read`, `toolKey` and `hasErrors` need `events:read`, and `include` needs `analytics:read`.
   *
   * Scope: `sessions:read`.
   */
  list(query?: ListSessionsQuery, options?: CallOptions): List<Session>;
  /**
   * Retrieve a session.
   *
   * `include` also needs the scope `analytics:read`.
   *
   * Scope: `sessions:read`.
   */
  get(key: string, query?: GetSessionsQuery, options?: CallOptions): Promise<Session>;
  /**
   * List the records of a session.
   *
   * Those of all kinds that the key may read, in order of time, then by id, the earliest first. Voided records are left out.
   *
   * Scope: `sessions:read`.
   */
  timeline(key: string, query?: TimelineSessionsQuery, options?: CallOptions): List<TimelineRecord>;
}

export interface Prices {
  /**
   * Create a price of your own.
   *
   * Applies to events that are recorded from now on: at once on the gateway that took it, on others within a second. Reprice those of the past.
   *
   * Scope: `prices:write`.
   */
  create(input: CreatePriceInput, options?: WriteOptions): Promise<Price>;
  /**
   * List prices.
   *
   * Your own, newest first, or the built-in ones, by provider and model.
   *
   * Scope: `prices:read`.
   */
  list(query?: ListPricesQuery, options?: CallOptions): List<Price>;
  /**
   * Delete a price of your own.
   *
   * Changes no event that was recorded.
   *
   * Scope: `prices:write`.
   */
  delete(id: string, options?: WriteOptions): Promise<undefined>;
  /**
   * Find the price that applies to a call.
   *
   * Names of models and providers are those of events.
   *
   * Scope: `prices:read`.
   */
  find(query: FindPricesQuery, options?: CallOptions): Promise<Price>;
  /**
   * Reprice events of the past.
   *
   * Gives events the costs of the prices of now, but for costs that were reported. It begins a run, or answers what a run would change with `dryRun`. The key also needs the scope `corrections:write`.
   *
   * Scope: `prices:write`.
   */
  reprice(input: RepricePriceInput, options?: WriteOptions): Promise<Repricing>;
  /**
   * Retrieve a run of repricing.
   *
   * Scope: `prices:read`.
   */
  getRepricing(id: string, options?: CallOptions): Promise<Repricing>;
  /**
   * Undo a run of repricing.
   *
   * Gives each event its cost of before the run, but for those that were corrected since, which it counts. The key also needs the scope `corrections:write`.
   *
   * Scope: `prices:write`.
   */
  revertRepricing(id: string, input: RevertRepricingPriceInput, options?: WriteOptions): Promise<Repricing>;
}

export interface Traces {
  /**
   * List the sources of telemetry.
   *
   * What became of the spans, log records and metrics that were sent over OTLP: by hour, newest first, and by source. Kept for seven days; a second may pass before they are counted.
   *
   * Scope: `events:read`.
   */
  sources(query?: SourcesTracesQuery, options?: CallOptions): List<TraceSource>;
}

export interface Settings {
  /**
   * Retrieve the settings of the account.
   *
   * Scope: `settings:read`.
   */
  get(options?: CallOptions): Promise<AccountSettings>;
  /**
   * Change settings of the account.
   *
   * Every gateway applies them within a second. Events that were recorded before keep their cost.
   *
   * Scope: `settings:write`.
   */
  update(input: UpdateSettingInput, options?: WriteOptions): Promise<AccountSettings>;
}

/** All operations of the API: `revenues.record` is `groups.revenues.record`. */
export interface Groups {
  revenues: Revenues;
  outcomes: Outcomes;
  goals: Goals;
  events: Events;
  corrections: Corrections;
  goalTypes: GoalTypes;
  agents: Agents;
  customers: Customers;
  tools: Tools;
  sessions: Sessions;
  prices: Prices;
  traces: Traces;
  settings: Settings;
}
