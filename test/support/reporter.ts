import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import { lacking } from './needs.ts';

const mostFailures = 50;

/**
 * Closes a test run with the line `N passed, N failed` (and `, N skipped`), alone on a line, which never contradicts the
 * exit code. The lines before it name what this machine lacks, with the number of tests that were skipped for want of it,
 * and each test that failed with the first line of its error, so that the end of a long log says what is wrong.
 *
 * A suite or file that fails outside its tests counts as one failure, and so does an unhandled error. A run that fails
 * without any of these (no tests found, a broken global setup) is one failure, and so is an interrupted one.
 *
 * A run with a filter of tags counts only the tests with tags.
 */
export class TallyReporter implements Reporter {
  private tally = { passed: 0, failed: 0, skipped: 0 };
  private wanting = new Map<string, number>();
  private failures: string[] = [];
  private isFiltered = false;
  private hasEnded = false;

  /** The lines are written at exit, when nothing else can follow them. */
  onInit(vitest: Vitest): void {
    this.isFiltered = vitest.config.tagsFilter !== undefined;
    process.once('exit', (exitCode) => {
      const { passed, failed, skipped } = this.tally;
      const isOneMore = this.hasEnded ? failed === 0 && exitCode !== 0 : true;
      const wanting = [...this.wanting].map(
        ([what, tests]) => `skipped for want of ${what}: ${tests} ${tests === 1 ? 'test' : 'tests'}\n`,
      );
      process.stdout.write(
        `\n${wanting.join('')}${this.failures.join('')}${passed} passed, ${isOneMore ? failed + 1 : failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
      );
    });
  }

  onTestRunStart(): void {
    this.tally = { passed: 0, failed: 0, skipped: 0 };
    this.wanting.clear();
    this.failures = [];
    this.hasEnded = false;
  }

  onTestCaseResult(test: TestCase): void {
    this.tally[stateOf(test.result().state)] += 1;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    this.hasEnded = true;
    this.tally = { passed: 0, failed: 0, skipped: 0 };
    for (const error of unhandledErrors) this.fail('an error outside of all tests', error);
    for (const module of modules) {
      for (const test of module.children.allTests()) this.count(test);
      for (const suite of [module, ...module.children.allSuites()]) {
        const [error] = suite.errors();
        if (error) this.fail(nameOf(suite), error);
      }
    }
  }

  private count(test: TestCase): void {
    const state = stateOf(test.result().state);
    if (state === 'skipped' && this.isFiltered && test.tags.length === 0) return;
    if (state === 'failed') this.fail(nameOf(test), test.result().errors?.[0]);
    else this.tally[state] += 1;
    if (state !== 'skipped') return;
    const what = lacking(test.tags).join(' and ');
    if (what !== '') this.wanting.set(what, (this.wanting.get(what) ?? 0) + 1);
  }

  private fail(name: string, error?: { message: string }): void {
    this.tally.failed += 1;
    // An interrupted run leaves thousands of tests that did not end.
    if (this.failures.length === mostFailures) return;
    const message = stripVTControlCharacters(error?.message ?? 'did not end').split('\n', 1)[0];
    this.failures.push(`failed: ${name}: ${message}\n`);
  }
}

function nameOf(one: TestCase | TestSuite | TestModule): string {
  return one.type === 'module' ? one.relativeModuleId : `${one.module.relativeModuleId} > ${one.fullName}`;
}

/** A test that did not end, because its run was interrupted or its worker died, did not pass. */
function stateOf(state: 'passed' | 'failed' | 'skipped' | 'pending') {
  return state === 'pending' ? 'failed' : state;
}
