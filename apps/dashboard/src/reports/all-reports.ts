import { trpc } from '../api/client.ts';

/** The reports of the account, as many as the API sends in one page. */
export const allReports = trpc.reports.list.queryOptions({ limit: 1000 });
