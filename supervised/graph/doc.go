// Package graph trains nets as graphs of gorgonia, which derives the gradient by
// itself. It takes the same steps as package nets/learn on the same batches, by
// another's arithmetic, and is slower: the reference that the fast trainer is
// held against, and the place for architectures that package nets does not have.
//
// A [Learner] trains a [nets.Net] and can stand in for a learn.Learner. A
// [Trainer] trains whatever a [Build] function makes of the inputs; its example
// adds a residual connection. An [Evaluator] of what was trained searches, plays,
// rolls out and is measured as any other.
package graph
