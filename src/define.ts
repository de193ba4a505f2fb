/** Registers every tag. Safe to load twice, or beside another version. */
import { definePanel } from './elements/define-panel.js';
import { NudgeBell } from './elements/bell/bell.js';
import { register } from './elements/base/register.js';

definePanel();
register('nudge-bell', NudgeBell);
