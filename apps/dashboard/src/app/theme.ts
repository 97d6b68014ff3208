import { type CSSVariablesResolver, createTheme, Drawer, Modal } from '@mantine/core';

/** Options scroll without a ScrollArea, which would take the focus: the keyboard moves through them from the field. */
const withOptions = {
  defaultProps: { withScrollArea: false },
  styles: { input: { textOverflow: 'ellipsis' }, options: { maxHeight: 320, overflowY: 'auto' } },
} as const;

/** A check at the right leaves the names of the options aligned. */
const withCheck = {
  ...withOptions,
  defaultProps: { ...withOptions.defaultProps, checkIconPosition: 'right' },
} as const;

/** Titles of dialogs contain names, which may be long and without spaces. */
const withTitle = {
  defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
  styles: { title: { lineHeight: 1.3, overflowWrap: 'anywhere', minWidth: 0 } },
} as const;

export const theme = createTheme({
  primaryColor: 'indigo',
  // Dark enough for white text on it (WCAG AA).
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'md',
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif',
  headings: { fontWeight: '650' },
  components: {
    Modal: Modal.extend(withTitle),
    Drawer: Drawer.extend(withTitle),
    // Four tabs fit beside each other on a phone.
    Tabs: { styles: { tab: { paddingInline: 'var(--mantine-spacing-xs)' } } },
    // Focuses the first item, as the menu role requires.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { tabIndex: 0, 'aria-label': 'Show or hide password' } },
    },
    Select: withCheck,
    MultiSelect: withCheck,
    Autocomplete: withOptions,
    TagsInput: withOptions,
  },
});

/** Mantine's secondary text and marks are too faint for WCAG AA on its own backgrounds. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--combobox-chevron-color': 'var(--mantine-color-dimmed)' },
  light: {
    '--mantine-color-dimmed': '#5a626a',
    '--mantine-color-placeholder': '#6b737b',
    '--mantine-color-error': '#c92a2a',
    '--outturn-good': '#0b7043',
    '--outturn-bad': '#c92a2a',
    '--outturn-ground': '#f8f9fb',
    '--outturn-edge': 'rgb(0 0 0 / 25%)',
  },
  dark: {
    '--mantine-color-dimmed': '#b0b4ba',
    '--mantine-color-placeholder': '#9a9ea5',
    '--mantine-color-error': '#ff9c9c',
    '--outturn-good': '#69db9c',
    '--outturn-bad': '#ff9c9c',
    '--outturn-ground': '#1a1b1e',
    '--outturn-edge': 'rgb(255 255 255 / 25%)',
  },
});
