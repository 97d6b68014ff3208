import {
  IconChartBar,
  IconFileAnalytics,
  IconHome,
  IconListDetails,
  IconMessages,
  IconReceipt2,
  IconRoute,
  IconSettings,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { dimensionNames, dimensions } from '../kinds/dimensions.ts';
import { firstKind } from '../kinds/record-kinds.ts';

/** The pages of the navigation, in its order. A page is marked at and below its `path`. */
export const pages = [
  { label: 'Overview', Icon: IconHome, path: '/', link: linkOptions({ to: '/' }) },
  { label: 'Explore', Icon: IconChartBar, path: '/explore', link: linkOptions({ to: '/explore' }) },
  { label: 'Views', Icon: IconFileAnalytics, path: '/views', link: linkOptions({ to: '/views' }) },
  {
    label: 'Records',
    Icon: IconListDetails,
    path: '/records',
    link: linkOptions({ to: '/records/$kind', params: { kind: firstKind } }),
  },
  { label: 'Sessions', Icon: IconMessages, path: '/sessions', link: linkOptions({ to: '/sessions' }) },
  ...dimensionNames.map((dimension) => ({
    label: dimensions[dimension].title,
    Icon: dimensions[dimension].Icon,
    path: `/${dimension}`,
    link: linkOptions({ to: '/$dimension', params: { dimension } }),
  })),
  { label: 'Prices', Icon: IconReceipt2, path: '/prices', link: linkOptions({ to: '/prices' }) },
  { label: 'Traces', Icon: IconRoute, path: '/traces', link: linkOptions({ to: '/traces' }) },
  {
    label: 'Settings',
    Icon: IconSettings,
    path: '/settings',
    link: linkOptions({ to: '/settings/api-keys' }),
  },
];
