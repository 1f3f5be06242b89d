// Package enginetest holds the tests that every engine.Evaluator must pass
// ([TestEvaluator]), positions to test with, and doubles of evaluators and
// players. It is for tests only.
package enginetest
