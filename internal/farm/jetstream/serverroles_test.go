package jetstream

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/internal/must"
)

// attempt returns the error of an action, either its own or that of the server.
// The library reports errors of the server in another goroutine, so attempt
// waits long if the action is forbidden.
func attempt(ctx context.Context, conn *nats.Conn, failed chan error, act action, may bool) error {
	for len(failed) > 0 {
		<-failed
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- act(ctx, conn, js) }()
	select {
	case err := <-failed:
		return err
	case err = <-done:
	}
	if err == nil {
		err = conn.Flush()
	}
	wait := 20 * time.Millisecond
	if !may {
		wait = long
	}
	select { // the answer to the flush follows the server's error
	case refused := <-failed:
		return refused
	case <-time.After(wait):
	}
	return err
}

// The actions that each role may do. Every refusal is the server's.
func TestRoles(t *testing.T) {
	t.Parallel()
	k := serveKeyed(t, "worker-1", "worker-2", "submitter-1", "submitter-2", "admin")
	w1, w2, s1, s2 := k.public(t, "worker-1"), k.public(t, "worker-2"), k.public(t, "submitter-1"), k.public(t, "submitter-2")
	mine, theirs := address{s1, "job"}, address{s2, "job"}
	roles := []string{"worker-1", "submitter-1", "admin"}
	for _, c := range []struct {
		name string
		may  string // the roles that may, by their first letters
		act  action
	}{
		{"submit a shard", "sa", publish(mine.shard("1", 0))},
		{"submit a shard in another's name", "a", publish(theirs.shard("1", 0))},
		{"describe a job", "sa", publish(mine.subject(tokenJob))},
		{"describe another's job", "a", publish(theirs.subject(tokenJob))},
		{"pause a job", "sa", publish(mine.subject(tokenPause))},
		{"pause another's job", "a", publish(theirs.subject(tokenPause))},
		{"store a file", "sa", publish(pieceSubject(s1, "ff", 0))},
		{"store a file of another", "a", publish(pieceSubject(s2, "ff", 0))},
		{"order to a job", "sa", send(mine.subject(tokenControl))},
		{"order to another's job", "a", send(theirs.subject(tokenControl))},
		{"make the consumers of a job", "sa", consumers(mine)},
		{"make the consumers of another's job", "a", consumers(theirs)},
		{"read the job", "wsa", last(mine.subject(tokenJob))},
		{"read a file", "wsa", last(pieceSubject(s1, "ff", 0))},
		{"take a shard", "wa", take(StreamWork, mine)},
		{"publish a result", "wa", publish(mine.result("1", w1))},
		{"publish a result in another's name", "a", publish(mine.result("1", w2))},
		{"publish a worker's state", "wa", publish(workerSubject(w1, "1"))},
		{"publish another worker's state", "a", publish(workerSubject(w2, "1"))},
		{"read the workers' states", "sa", last(workerSubject(w1, "1"))},
		{"take a result", "sa", take(StreamResults, mine)},
		{"read a shard by its number", "a", numbered(mine.stream(StreamWork))},
		{"read a result by its number", "a", numbered(mine.stream(StreamResults))},
		{"listen to results", "a", listenTo("result.>")},
		{"listen to shards", "a", listenTo("work.>")},
		{"listen to everything", "a", listenTo(">")},
		{"listen to the answers to another worker", "a", listenTo(inbox(w2) + ".>")},
		{"listen to the answers to another submitter", "a", listenTo(inbox(s2) + ".>")},
		{"listen to all answers", "a", listenTo("_INBOX.>")},
		{"answer in a submitter's name", "a", send(inbox(s2) + ".x")},
		{"purge the shards", "sa", purge(mine.stream(StreamWork))},
		{"purge the shards of another", "a", purge(theirs.stream(StreamWork))},
		{"take a result of another", "a", take(StreamResults, theirs)},
		{"purge the files", "sa", purge(mine.stream(StreamFiles))},
		{"purge the files of another", "a", purge(theirs.stream(StreamFiles))},
		{"delete a stream", "a", deleteStream("SPARE")},
		{"change a stream", "a", changeWork(s1)},
		{"make a stream of another name", "a", createStream("OTHER")},
		{"request the account's data", "a", accountInfo},
	} {
		for _, role := range roles {
			k.fill(t, mine, w1)
			k.fill(t, theirs, w2)
			conn, failed := k.as(t, role)
			allowed := strings.Contains(c.may, role[:1])
			err := attempt(t.Context(), conn, failed, c.act, allowed)
			if allowed && err != nil || !allowed && !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %s: got %v, allowed %v", role, c.name, err, allowed)
			}
			conn.Close()
		}
	}
}

// fill adds the messages for the actions, and the stream SPARE.
func (k keyed) fill(t *testing.T, a address, worker string) {
	t.Helper()
	js := streamsOf(t, k.Server)
	for _, name := range []string{StreamWork, StreamResults} {
		must.OK(t, must.Get(js.Stream(t.Context(), a.stream(name)))(t).Purge(t.Context()))
	}
	for _, subject := range []string{a.shard("9", 0), a.result("9", worker), a.subject(tokenJob), pieceSubject(a.Owner, "ff", 0), workerSubject(worker, "1")} {
		must.Get(js.Publish(t.Context(), subject, []byte("{}")))(t)
	}
	must.OK(t, consumers(a)(t.Context(), nil, js))
	must.Get(js.CreateOrUpdateStream(t.Context(), jetstream.StreamConfig{Name: "SPARE", Subjects: []string{"spare"}}))(t)
}

// action is something that a client tries.
type action func(ctx context.Context, conn *nats.Conn, js jetstream.JetStream) error

func publish(subject string) action {
	return func(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
		_, err := js.Publish(ctx, subject, []byte("x"))
		return err
	}
}

func send(subject string) action {
	return func(_ context.Context, conn *nats.Conn, _ jetstream.JetStream) error {
		return conn.Publish(subject, []byte("x"))
	}
}

func listenTo(subject string) action {
	return func(_ context.Context, conn *nats.Conn, _ jetstream.JetStream) error {
		_, err := conn.SubscribeSync(subject)
		return err
	}
}

func durable(a address) string { return a.Owner + "-" + a.ID }

func consumers(a address) action {
	return func(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
		for stream, filter := range map[string]string{a.stream(StreamWork): a.shards(), a.stream(StreamResults): a.results()} {
			c := jetstream.ConsumerConfig{Durable: durable(a), FilterSubject: filter, AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Second}
			if _, err := js.CreateOrUpdateConsumer(ctx, stream, c); err != nil {
				return err
			}
		}
		return nil
	}
}

// request sends a request without the client's library, which sends further
// ones.
func request(subject, body string) action {
	return func(ctx context.Context, conn *nats.Conn, _ jetstream.JetStream) error {
		answer, err := conn.RequestWithContext(ctx, subject, []byte(body))
		if err == nil && strings.Contains(string(answer.Data), `"error"`) {
			return errors.New(string(answer.Data))
		}
		return err
	}
}

func last(subject string) action {
	return request("$JS.API.DIRECT.GET."+streamWith(subject)+"."+subject, "")
}

// take takes a message of a job.
func take(stream string, a address) action {
	return request("$JS.API.CONSUMER.MSG.NEXT."+a.stream(stream)+"."+durable(a), `{"batch":1,"no_wait":true}`)
}

func numbered(stream string) action {
	return request("$JS.API.STREAM.MSG.GET."+stream, `{"seq":1,"next_by_subj":">"}`)
}

func purge(stream string) action        { return request("$JS.API.STREAM.PURGE."+stream, "") }
func deleteStream(stream string) action { return request("$JS.API.STREAM.DELETE."+stream, "") }

// changeWork updates the stream of shards with its present limits.
func changeWork(owner string) action {
	return func(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
		_, err := js.UpdateStream(ctx, StreamsOf(owner, testStore)[0])
		return err
	}
}

func createStream(stream string) action {
	return request("$JS.API.STREAM.CREATE."+stream, `{"name":"`+stream+`","subjects":["other"],"storage":"memory"}`)
}

func accountInfo(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
	_, err := js.AccountInfo(ctx)
	return err
}
