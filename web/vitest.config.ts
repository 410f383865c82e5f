// The units' tests, apart from the build, which needs no tool of theirs.
import { defineConfig, mergeConfig } from 'vitest/config';
import board from './vite.config';

export default mergeConfig(board, defineConfig({ test: { include: ['src/**/*.test.ts'], environment: 'node' } }));
