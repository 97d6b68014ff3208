import { getRouteApi } from '@tanstack/react-router';
import { visible } from '../format/visible.ts';
import { Page } from '../shell/page.tsx';

const route = getRouteApi('/app/sessions/$key');

/** One session and its steps. */
export function SessionPage() {
  const { key } = route.useParams();
  return <Page title={visible(key)}>{null}</Page>;
}
