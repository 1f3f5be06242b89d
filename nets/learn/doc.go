// Package learn trains nets by minibatch gradient descent: a [Learner] takes
// steps on a [Batch] of positions with targets, by SGD with momentum or Adam,
// against one of several losses. Where the positions come from, in which order
// and at which rate is the caller's: packages supervised and td.
package learn
