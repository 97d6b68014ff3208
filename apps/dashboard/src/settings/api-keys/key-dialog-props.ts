import type { ApiKey } from './use-api-keys.ts';

export type KeyDialogProps = { apiKey: ApiKey; isOpen: boolean; onClose: () => void };
