package openings_test

import (
	"fmt"
	"strings"

	"gammonlab/desk/openings"
)

func ExampleRead() {
	file := `{"format": "gammonlab openings 1", "variant": "backgammon", "made": {"trials": "1296"}, "decisions": [
		{"dice": "43", "position_id": "4HPwATDgc/ABMA", "plays": [
			{"move": "13/10 13/9", "cubeful_equity": 0.019, "standard_error": 0.003, "win": 0.5, "win_gammon": 0.15,
			 "win_backgammon": 0.01, "lose_gammon": 0.14, "lose_backgammon": 0.01, "equity": 0.01, "trials": 1296, "result_id": "4HPgATDgc/ABMA"}
		]}]}`
	book, err := openings.Read(strings.NewReader(file), "book.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	best := book.Decisions[0].Plays[0]
	fmt.Printf("%s %s %+.3f ± %.3f\n", book.Decisions[0].Dice, best.Move, best.Worth(), best.Error)
	// Output: 43 13/10 13/9 +0.019 ± 0.003
}
