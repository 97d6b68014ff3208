import { type Outputs, trpc } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';

type Renewed = {
  /** The name that the view had, if it has it no longer. */
  oldName?: string;
  /** The view as it is saved now; absent once it is deleted. */
  view?: Outputs['reports']['get'];
};

/** Asks for views anew after one of them was saved, renamed or deleted. */
export async function renewViews({ oldName, view }: Renewed): Promise<void> {
  if (oldName !== undefined) queryClient.removeQueries(trpc.reports.get.queryFilter({ name: oldName }));
  await queryClient.invalidateQueries(trpc.reports.pathFilter());
  // The page that goes on to the view does not have to load it.
  if (view) queryClient.setQueryData(trpc.reports.get.queryKey({ name: view.name }), view);
}
