import { Tabs } from '@mantine/core';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Page } from '../shell/page.tsx';

const parts = [
  { to: '/settings/api-keys', label: 'API Keys' },
  { to: '/settings/account', label: 'Account' },
  { to: '/settings/plan', label: 'Plan and usage' },
] as const;

export function SettingsPage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const here = parts.find(({ to }) => pathname.startsWith(to))?.to ?? parts[0].to;
  return (
    <Page title="Settings">
      <Tabs
        value={here}
        onChange={(next) => {
          const part = parts.find(({ to }) => to === next);
          if (part) void navigate({ to: part.to });
        }}
      >
        <Tabs.List>
          {parts.map(({ to, label }) => (
            <Tabs.Tab key={to} value={to}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map(({ to }) => (
          <Tabs.Panel key={to} value={to} pt="lg">
            {to === here && <Outlet />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
