package advice

import "fmt"

// Fault is what is wrong with a decision. Files of results hold the numbers.
type Fault uint8

// The faults. The two kinds of missed doubles are distinguished by whether the
// opponent would have to pass, those of wrong ones by whether the player was too
// good to double.
const (
	NoFault      Fault = iota
	WrongPlay          // another play is better
	MissedDouble       // below the cash point: the opponent would take
	WrongDouble        // below the point from which to double
	WrongTake
	WrongPass
	MissedBeaver // a take in its place
	WrongBeaver
	MissedCash // a missed double above the cash point
	LostGammon // a double above the point at which one is too good for it
	numFaults
)

var faultNames = [numFaults]string{
	"", "wrong play", "missed double", "wrong double", "wrong take", "wrong pass", "missed beaver", "wrong beaver",
	"missed cash", "too good to double",
}

// String returns the fault in words, nothing for none.
func (f Fault) String() string {
	if f < numFaults {
		return faultNames[f]
	}
	return fmt.Sprintf("Fault(%d)", uint8(f))
}

// MarshalText spells the fault in words.
func (f Fault) MarshalText() ([]byte, error) { return []byte(f.String()), nil }
