import { operations } from '@outturn/service';
import { mountGet } from '../mount/mount-get.ts';
import { mountReadable } from '../mount/mount-group.ts';
import { mountMutation } from '../mount/mount-mutation.ts';
import { objectType } from '../mount/object-type.ts';

const { save, list, get, run, delete: remove } = operations.reports;

const { type: Report } = mountReadable({ list, get });
const DeletedReport = objectType('DeletedReport', remove.output);

objectType('ReportError', run.output.shape.errors.unwrap().element);
const ReportResult = objectType('ReportResult', run.output);

mountGet('runReport', run, ReportResult);
mountMutation('saveReport', save, Report);
mountMutation('deleteReport', remove, DeletedReport);
