package promotion_test

import (
	"errors"
	"fmt"
	"log"

	"gammonlab/board"
	"gammonlab/evalbench/promotion"
	"gammonlab/features"
	"gammonlab/nets"
)

// A net that beat none carries no evidence, and none can replace itself.
func ExampleNewContest() {
	net, err := nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 4), 1)
	if err != nil {
		log.Fatal(err)
	}
	model := nets.NewModel(net, board.Backgammon)
	evidence, err := promotion.Of(model)
	fmt.Println(evidence == nil, err)
	_, err = promotion.NewContest(model, model)
	fmt.Println(errors.Is(err, promotion.ErrSame))
	// Output:
	// true <nil>
	// true
}
