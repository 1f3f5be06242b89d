// Package enginetest contains the tests that every engine.Evaluator must pass
// ([TestEvaluator]), positions for tests, and fake evaluators and players. It
// is for tests only.
//
// Not for other modules.
package enginetest
