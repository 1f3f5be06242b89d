// Package graph trains nets as graphs of gorgonia, which computes gradients by
// automatic differentiation. It takes the same steps as package nets/learn on the same
// batches, but is slower. It is the reference in tests of the fast trainer, and
// supports architectures that package nets does not have.
//
// A [Learner] trains a [nets.Net] and can replace a learn.Learner. A [Trainer] trains
// any graph that a [Build] function makes; its example adds a residual connection. An
// [Evaluator] of a trained graph can search, play, roll out and be measured like any
// other.
package graph
