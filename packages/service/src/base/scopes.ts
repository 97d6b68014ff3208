export type Scope = `${string}:${'read' | 'write' | 'explain'}`;

/** No API key can have it. */
export const ACCOUNT_SCOPE = 'account:manage';

/** The command line alone has it. No model has an operation with it, so no surface can mount one. */
export const OPERATOR_SCOPE = 'operator:manage';

export type OperationScope = Scope | typeof ACCOUNT_SCOPE | typeof OPERATOR_SCOPE;
