package fibs_test

import (
	"testing"
	"time"

	"gammonlab/desk/bot/fibs"
)

// Matches are interrupted in all ways and resumed.
func TestInterruptions(t *testing.T) {
	for _, line := range []string{
		"someone drops connection. The game was saved.", "someone logs out. The game was saved.",
		"Connection with someone timed out.", "** Player someone has left the game. The game was saved.",
	} {
		k := playing(t, fibs.Options{}, script{})
		k.hear("other logs out. The game was saved.")
		if !k.client.Playing() {
			t.Error("ended by a stranger")
		}
		k.hear(line)
		if k.client.Playing() {
			t.Errorf("%s: still playing", line)
		}
		k.hear("someone wants to resume a saved match with you.", "join someone")
		k.hear("You are now playing with someone. Your running match was loaded.", "board")
		k.hear(toRoll)
		k.tick(10*time.Second, "roll") // the server does not ask again
	}
}

func TestInvite(t *testing.T) {
	k := loggedIn(t, fibs.Options{Invite: "someone", Length: 5}, script{})
	k.tick(0, "invite someone 5")
	k.tick(30 * time.Second)
	k.tick(30*time.Second, "invite someone 5")
	k.hear("** Player someone has joined you for a 5 point match.", "board")
	k.tick(time.Minute)
	k.client.Connected(k.now) // the connection was lost
	k.hear("login:", "login gammonlab 1008 me word")
	k.hear("1 me 1041253132 here.example")
	k.client.Receive(t.Context(), k.now, settings)
	k.tick(0, "invite someone")
	k.hear("** There is no saved match with someone.")
	k.tick(0, "invite someone 5")
}

func TestKeepsTheConnectionAlive(t *testing.T) {
	k := loggedIn(t, fibs.Options{}, script{})
	k.tick(5*time.Minute, "show saved")
	k = playing(t, fibs.Options{}, script{})
	k.tick(5*time.Minute, "board")
}

func TestStops(t *testing.T) {
	k := loggedIn(t, fibs.Options{}, script{})
	k.want(k.client.Retire(k.now), "toggle ready", "bye")
	k = playing(t, fibs.Options{}, script{})
	k.hear(theirs)
	k.want(k.client.Retire(k.now))
	k.hear("You win the game and get 2 points. Congratulations!")
	k.hear("Type 'join' if you want to play the next game, type 'leave' if you don't.", "join")
	k.hear("someone wins the 5 point match 5-0 .", "toggle ready", "bye")
	k = playing(t, fibs.Options{}, script{})
	k.want(k.client.Leave(k.now), "leave", "bye")
}
