package race_test

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/race"
)

// A race of 56 pips to 64, without databases.
func ExampleNew() {
	pos := board.Position{
		Own: board.Side{1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 3, board.Off: 1},
		Opp: board.Side{1: 2, 3: 2, 4: 3, 5: 4, 6: 4},
	}
	fmt.Print(race.New(&pos, nil).Text())
	// Output:
	// race      player  opponent    excess    win  centred cube  own cube
	// pips          56        64        -8
	// Thorp       86.9        91      -4.1         Double, pass  Redouble, pass
	// Keith         65        66        -1         Double, pass  Redouble, pass
	// Isight      65.3        65      +0.3  79.3%  Double, pass  Redouble, pass
	// Kleinman      56        64  K = 1.24  78.5%  Double, pass  Redouble, pass
}
