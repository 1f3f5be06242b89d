// Package netplan describes the nets that training gives a model: a [Shape] for each net
// to train, and a [Plan] that combines them with the nets of the model from which
// training starts. All trainers share it, so they have the same settings and errors.
package netplan
