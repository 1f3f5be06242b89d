package kernel

// integersUnit is a version of the products of 16-bit integers. All give the same bits.
type integersUnit uint8

const (
	integersGo integersUnit = iota
	integersVNNI
	integersAMX
)

// integersNames are the names of the versions.
var integersNames = [...]string{integersGo: "go", integersVNNI: "vnni", integersAMX: "amx"}

// integers is the version in use. Only tests change it after the start.
var integers = bestIntegers()

// Integers returns the unit that computes the products of [MulFixed]: amx, vnni (vector
// instructions) or go.
func Integers() string { return integersNames[integers] }
