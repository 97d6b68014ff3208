/**
 * The URL of a test cluster's coordinator, as superuser: a database with the extension in which all workers are
 * registered. Workers on this machine are stopped and started by tests.
 */
export const citusUrl = process.env.CITUS_URL || undefined;
