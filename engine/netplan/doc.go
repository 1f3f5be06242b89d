// Package netplan says which nets training gives a model: a [Plan] combines the nets to
// train ([nets.Shape]) with those of the model from which training starts. All trainers share
// it, so they have the same errors.
//
// Not for other modules.
package netplan
