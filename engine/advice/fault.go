package advice

import "fmt"

// Fault is the kind of a wrong decision. Files of results contain the numbers.
type Fault uint8

// The faults. Missed doubles are distinguished by whether the opponent would
// have to pass, wrong doubles by whether the player was too good to double.
const (
	NoFault      Fault = iota
	WrongPlay          // another play is better
	MissedDouble       // below the cash point: the opponent would take
	WrongDouble        // below the doubling point
	WrongTake
	WrongPass
	MissedBeaver // a take instead of a beaver
	WrongBeaver
	MissedCash // above the cash point: the opponent would have to pass
	LostGammon // a double by a player who was too good to double
	numFaults
)

var faultNames = [numFaults]string{
	"", "wrong play", "missed double", "wrong double", "wrong take", "wrong pass", "missed beaver", "wrong beaver",
	"missed cash", "too good to double",
}

// String returns the fault in words, "" for none.
func (f Fault) String() string {
	if f < numFaults {
		return faultNames[f]
	}
	return fmt.Sprintf("Fault(%d)", uint8(f))
}

// MarshalText returns the fault in words.
func (f Fault) MarshalText() ([]byte, error) { return []byte(f.String()), nil }
