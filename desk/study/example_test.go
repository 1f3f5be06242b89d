package study_test

import (
	"fmt"
	"log"
	"strings"

	"gammonlab/desk/study"
)

// Example reads an exercise and answers it.
func Example() {
	const file = `101 4HPwATDgc/ABMA:cAkAAAAAAAAA play 31
#= in the game 24/23 13/10, which lost 0.1432
#= +0.1594 2 55.20 16.10 0.60 11.40 0.40 8/5 6/5
#= +0.0162 2 51.10 15.00 0.50 13.30 0.50 24/23 13/10
#? [8/5 6/5]
`
	all, err := study.Read("my.tst", strings.NewReader(file))
	if err != nil {
		log.Fatal(err)
	}
	answer, err := all[0].Judge("13/10 24/23")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(all[0].Ask(), answer.Verdict())
	fmt.Print(all[0].Table(answer))
	// Output:
	// Your 31: 24/23 13/10 loses 0.143; 8/5 6/5 is best.
	//    #  Choice       Equity    Diff    Win   WinG  WinBG  LoseG  LoseBG
	//    1  8/5 6/5      +0.159          55.20  16.10   0.60  11.40    0.40
	// >  2  24/23 13/10  +0.016  -0.143  51.10  15.00   0.50  13.30    0.50
}
