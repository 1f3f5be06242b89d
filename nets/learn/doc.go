// Package learn trains nets by minibatch gradient descent: a [Learner] takes
// steps on a [Batch] of positions with targets, by SGD with momentum or Adam,
// with one of several losses. The callers, packages supervised and td, choose
// the positions, their order and the learning rate.
package learn
