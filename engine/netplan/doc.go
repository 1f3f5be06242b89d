// Package netplan says which nets training gives a model: a [Shape] for each net that is
// trained, and a [Plan] that combines them with the nets of the model that training
// starts from. All trainers share it, so they have the same settings and errors.
package netplan
