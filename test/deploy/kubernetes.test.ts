import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IJob } from 'kubernetes-models/batch/v1/Job';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { ISecret } from 'kubernetes-models/v1/Secret';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { documentedSettings, read, root, STOP_SECONDS, version } from './files.ts';

type Kustomization = { resources: string[]; images: { name: string; newTag: string }[] };

const folder = 'deploy/kubernetes';
const kustomization: Kustomization = manifest('kustomization.yaml');
const examples = ['secret.example.yaml'];
const deployment: IDeployment = manifest('deployment.yaml');
const job: IJob = manifest('migration.yaml');

/** The first test proves the types. */
function manifest(file: string) {
  return parse(read(path.join(folder, file)));
}

test('every manifest has only the fields of its kind, with values of their types', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'outturn-manifests-'));
  onTestFinished(() => rm(home, { recursive: true }));
  await symlink(path.join(root, 'test/node_modules'), path.join(home, 'node_modules'));
  for (const file of [...kustomization.resources, ...examples]) {
    const content = manifest(file);
    const { apiVersion, kind } = content;
    const code = `import type { I${kind} } from 'kubernetes-models/${apiVersion}/${kind}';
      export const manifest: I${kind} = ${JSON.stringify(content)};`;
    await writeFile(path.join(home, file.replace('.yaml', '.mts')), code);
  }
  const options = { extends: path.join(root, 'tsconfig.base.json'), compilerOptions: { types: [] } };
  await writeFile(path.join(home, 'tsconfig.json'), JSON.stringify(options));

  const tsc = path.join(root, 'node_modules/.bin/tsc');
  const { stdout } = await promisify(execFile)(tsc, ['-p', home, '--singleThreaded']).catch((error) => error);
  expect(stdout).toBe('');
}, 60_000);

test('the kustomization lists every manifest', () => {
  // docs/deploy.md has operators make secret.yaml.
  const files = readdirSync(path.join(root, folder)).filter((file) => file !== 'secret.yaml');
  expect([...kustomization.resources, ...examples, 'kustomization.yaml'].sort()).toEqual(files.sort());
});

test('the kustomization names the image of this version', () => {
  const images = [deployment, job].map(({ spec }) => spec?.template.spec?.containers[0]?.image);
  expect(images).toEqual(['outturn', 'outturn']);
  expect(kustomization.images).toEqual([expect.objectContaining({ name: 'outturn', newTag: version })]);
});

test.each([
  ['pods of the gateways', deployment],
  ['pods of the migration', job],
])('the %s keep to the restricted profile of Pod Security', (_, { spec }) => {
  const pod = spec?.template.spec;
  expect(pod?.securityContext).toMatchObject({
    runAsNonRoot: true,
    runAsUser: 65_532,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  const contexts = pod?.containers.map(({ securityContext }) => securityContext);
  const strict = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  };
  expect(contexts).toEqual([strict]);
});

test('the selectors of the deployment, the service and the disruption budget match the gateways', () => {
  const labels = deployment.spec?.template.metadata?.labels;
  expect(deployment.spec?.selector.matchLabels).toEqual(labels);
  expect(manifest('service.yaml').spec.selector).toEqual(labels);
  expect(manifest('disruption-budget.yaml').spec.selector.matchLabels).toEqual(labels);
  expect(job.spec?.template.metadata?.labels).not.toEqual(labels);
});

test('Kubernetes waits for a gateway to stop', () => {
  expect(deployment.spec?.template.spec?.terminationGracePeriodSeconds).toBeGreaterThan(STOP_SECONDS);
});

test('the variables of the settings and the secret are documented', () => {
  const settings: IConfigMap = manifest('settings.yaml');
  const secret: ISecret = manifest('secret.example.yaml');
  const names = [...Object.keys(settings.data ?? {}), ...Object.keys(secret.stringData ?? {})];
  expect(names.filter((name) => !documentedSettings.has(name))).toEqual([]);
});
