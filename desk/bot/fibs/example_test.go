package fibs_test

import (
	"context"
	"fmt"
	"time"

	"gammonlab/desk/bot"
	"gammonlab/desk/bot/fibs"
)

// A client takes the lines of a server and returns those to send. There is no connection.
func Example() {
	table := &bot.Table{Results: new(bot.Results), Log: func(string, ...any) {}}
	client := fibs.New(fibs.Options{Client: "gammonlab", Name: "mine", Password: "word", MaxLength: 7}, table)
	now := time.Unix(0, 0)
	client.Connected(now)
	for _, line := range []string{"login:", "1 mine 0 here", "someone wants to play a 5 point match with you."} {
		for _, c := range client.Receive(context.Background(), now, line) {
			fmt.Println(c.Text)
		}
	}
	// Output:
	// login gammonlab 1008 mine word
	// join someone
}
