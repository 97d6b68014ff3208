import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/**
 * Closes a test run with the line `N passed, N failed` (and `, N skipped`), alone on a line, which never contradicts
 * the
 * exit code.
 *
 * A suite or file that fails outside its tests counts as one failure, and so does an unhandled error. A run that fails
 * without any of these (no tests found, a broken global setup) is one failure, and so is an interrupted one.
 */
export class TallyReporter implements Reporter {
  private tally = { passed: 0, failed: 0, skipped: 0 };
  private hasEnded = false;

  /** The line is written at exit, when nothing else can follow it. */
  onInit(): void {
    process.once('exit', (exitCode) => {
      const { passed, failed, skipped } = this.tally;
      const isOneMore = this.hasEnded ? failed === 0 && exitCode !== 0 : true;
      process.stdout.write(
        `\n${passed} passed, ${isOneMore ? failed + 1 : failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
      );
    });
  }

  onTestRunStart(): void {
    this.tally = { passed: 0, failed: 0, skipped: 0 };
    this.hasEnded = false;
  }

  onTestCaseResult(test: TestCase): void {
    this.tally[stateOf(test.result().state)] += 1;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    this.hasEnded = true;
    this.tally = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) this.tally[stateOf(test.result().state)] += 1;
      for (const suite of [module, ...module.children.allSuites()]) {
        if (suite.errors().length > 0) this.tally.failed += 1;
      }
    }
  }
}

/** A test that did not end, because its run was interrupted or its worker died, did not pass. */
function stateOf(state: 'passed' | 'failed' | 'skipped' | 'pending') {
  return state === 'pending' ? 'failed' : state;
}
