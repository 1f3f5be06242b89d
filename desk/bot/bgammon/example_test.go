package bgammon_test

import (
	"context"
	"fmt"
	"time"

	"gammonlab/desk/bot"
	"gammonlab/desk/bot/bgammon"
)

// A client takes the lines of a server and returns those to send. There is no connection.
func Example() {
	table := &bot.Table{Results: new(bot.Results), Log: func(string, ...any) {}}
	client := bgammon.New(bgammon.Options{Name: "BOT_mine", Version: "1", Length: 7}, table)
	now := time.Unix(0, 0)
	say := func(commands []bot.Command) {
		for _, c := range commands {
			fmt.Println(c.Text)
		}
	}
	say(client.Connected(now))
	say(client.Receive(context.Background(), now, `{"Type":"welcome","PlayerName":"BOT_mine"}`))
	say(client.Receive(context.Background(), now, `{"Type":"ping","Message":"7"}`))
	say(client.Tick(context.Background(), now))
	// Output:
	// loginjson gammonlab-v1/en BOT_mine
	// pong 7
	// create public 7 0
}
