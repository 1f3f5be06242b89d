package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm"
	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
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
	ctx, cancel := context.WithTimeout(ctx, pooltest.Long)
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
		wait = pooltest.Long
	}
	select { // the answer to the flush follows the server's error
	case refused := <-failed:
		return refused
	case <-time.After(wait):
	}
	return err
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

func durable(a wire.Address) string { return a.ID }

func consumers(a wire.Address) action {
	return func(ctx context.Context, _ *nats.Conn, js jetstream.JetStream) error {
		for stream, filter := range map[string]string{a.Stream(wire.StreamWork): a.Shards(), a.Stream(wire.StreamResults): a.Results()} {
			c := jetstream.ConsumerConfig{Durable: durable(a), FilterSubject: filter, AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Second}
			if _, err := js.CreateOrUpdateConsumer(ctx, stream, c); err != nil {
				return err
			}
		}
		return nil
	}
}

// request sends a request without the client's library, which sends further ones.
func request(subject, body string) action {
	return func(ctx context.Context, conn *nats.Conn, _ jetstream.JetStream) error {
		inbox, err := conn.SubscribeSync(conn.NewInbox())
		if err != nil {
			return err
		}
		defer inbox.Unsubscribe()
		if err := conn.PublishRequest(subject, inbox.Subject, []byte(body)); err != nil {
			return err
		}
		answer, err := inbox.NextMsgWithContext(ctx)
		if err == nil && (strings.Contains(string(answer.Data), `"error"`) || answer.Header.Get("Status") == "503") {
			return errors.New(answer.Header.Get("Status") + string(answer.Data))
		}
		return err
	}
}

func read(subject string) action {
	return request(wire.APITable(wire.StreamWith(subject)), fmt.Sprintf(`{"last_by_subj":%q}`, subject))
}

// take takes a message of a job.
func take(stream string, a wire.Address) action {
	return request("$JS.API.CONSUMER.MSG.NEXT."+a.Stream(stream)+"."+durable(a), `{"batch":1,"no_wait":true}`)
}

func numbered(stream string) action {
	return request("$JS.API.STREAM.MSG.GET."+stream, `{"seq":1,"next_by_subj":">"}`)
}

func purge(stream string) action        { return request("$JS.API.STREAM.PURGE."+stream, "") }
func deleteStream(stream string) action { return request("$JS.API.STREAM.DELETE."+stream, "") }

// scene is a server with the jobs of two submitters, with shards, results and files.
type scene struct {
	keyed
	mine, theirs wire.Address // jobs of submitter-1 and submitter-2
	w1, w2       string       // keys of worker-1 and worker-2
}

func newScene(t testing.TB) *scene {
	t.Helper()
	s := &scene{keyed: serveKeyed(t, "worker-1", "worker-2", "submitter-1", "submitter-2", "admin")}
	s.w1, s.w2 = s.public(t, "worker-1"), s.public(t, "worker-2")
	for i, a := range []*wire.Address{&s.mine, &s.theirs} {
		name := fmt.Sprint("submitter-", i+1)
		j := testJob(t, s.public(t, name), "data")
		*a = j.Address()
		c := s.dial(t, name)
		must.OK(t, c.MakeStreams(t.Context()))
		must.OK(t, c.Write(t.Context(), a.Subject(wire.TokenJob), j))
		must.OK(t, c.Write(t.Context(), a.Subject(wire.TokenCanary), wire.Canary{Result: "canary"}))
		must.Get(c.JetStream().Publish(t.Context(), wire.PieceSubject(a.Owner, "ff", 0), []byte("piece")))(t)
	}
	s.fill(t)
	return s
}

// fill adds what actions take away: shards and results.
func (s *scene) fill(t testing.TB) {
	t.Helper()
	for a, worker := range map[wire.Address]string{s.mine: s.w1, s.theirs: s.w2} {
		js := streamsOf(t, s.Server, a.Owner)
		must.OK(t, consumers(a)(t.Context(), nil, js))
		for _, subject := range []string{a.Shard("9", 0), a.Result("9", worker)} {
			must.OK(t, must.Get(js.Stream(t.Context(), wire.StreamWith(subject)))(t).Purge(t.Context()))
			must.Get(js.Publish(t.Context(), subject, []byte("right")))(t)
		}
	}
}

// Who may do what: each row is a row of the table of docs/farm.md, or a part of one. Every
// refusal is the server's.
func TestRoles(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	mine, theirs := s.mine, s.theirs
	roles := []string{"worker-1", "submitter-1", "admin"}
	for _, c := range []struct {
		name string
		may  string // the roles that may, by their first letters
		act  action
	}{
		{"submit a shard", "s", publish(mine.Shard("1", 0))},
		{"submit a shard in another's name", "", publish(theirs.Shard("1", 0))},
		{"describe a job", "sa", publish(mine.Subject(wire.TokenJob))},
		{"describe another's job", "a", publish(theirs.Subject(wire.TokenJob))},
		{"store a canary", "s", publish(mine.Subject(wire.TokenCanary))},
		{"store a canary of another", "", publish(theirs.Subject(wire.TokenCanary))},
		{"report progress", "s", publish(mine.Subject(wire.TokenProgress))},
		{"report progress of another", "", publish(theirs.Subject(wire.TokenProgress))},
		{"pause a job", "sa", publish(mine.Subject(wire.TokenPause))},
		{"pause another's job", "a", publish(theirs.Subject(wire.TokenPause))},
		{"store a file", "s", publish(wire.PieceSubject(mine.Owner, "ff", 0))},
		{"store a file of another", "", publish(wire.PieceSubject(theirs.Owner, "ff", 0))},
		{"order to another's job", "a", send(theirs.Subject(wire.TokenOrder))},
		{"make the consumers of a job", "s", consumers(mine)},
		{"make the consumers of another's job", "", consumers(theirs)},
		{"read the job", "wsa", read(mine.Subject(wire.TokenJob))},
		{"read another's job", "wa", read(theirs.Subject(wire.TokenJob))},
		{"read a file", "ws", read(wire.PieceSubject(mine.Owner, "ff", 0))},
		{"read a file of another", "w", read(wire.PieceSubject(theirs.Owner, "ff", 0))},
		{"list the submitters", "wa", request(wire.APITable(wire.StreamOwners), `{"seq":1,"batch":9,"next_by_subj":"owner.*"}`)},
		{"take a shard", "w", take(wire.StreamWork, mine)},
		{"publish a result", "w", publish(mine.Result("1", s.w1))},
		{"publish a result in another's name", "", publish(mine.Result("1", s.w2))},
		{"publish a worker's state", "wa", publish(wire.WorkerSubject(s.w1, "1"))},
		{"publish another worker's state", "a", publish(wire.WorkerSubject(s.w2, "1"))},
		{"list the workers", "sa", request(wire.APITable(wire.StreamWorkers), `{"seq":1,"batch":9,"next_by_subj":"worker.>"}`)},
		{"take a result", "s", take(wire.StreamResults, mine)},
		{"take a result of another", "", take(wire.StreamResults, theirs)},
		{"read a shard by its number", "", numbered(mine.Stream(wire.StreamWork))},
		{"read a result by its number", "", numbered(mine.Stream(wire.StreamResults))},
		{"listen to the answers to another", "a", listenTo(wire.Inbox(s.w2) + ".>")},
		{"purge the shards", "s", purge(mine.Stream(wire.StreamWork))},
		{"purge the shards of another", "", purge(theirs.Stream(wire.StreamWork))},
		{"purge the files of another", "", purge(theirs.Stream(wire.StreamFiles))},
		{"delete a stream", "", deleteStream(mine.Stream(wire.StreamWork))},
		{"delete a stream of another", "", deleteStream(theirs.Stream(wire.StreamWork))},
		{"make a stream of another name", "a", request("$JS.API.STREAM.CREATE.OTHER", `{"name":"OTHER","subjects":["other"],"storage":"memory"}`)},
	} {
		for _, role := range roles {
			s.fill(t)
			conn, failed := s.as(t, role)
			allowed := strings.Contains(c.may, role[:1])
			ctx, cancel := t.Context(), context.CancelFunc(func() {})
			if role == "admin" && !allowed { // the admins' account has no such streams, so nobody answers
				ctx, cancel = context.WithTimeout(ctx, 300*time.Millisecond)
			}
			err := attempt(ctx, conn, failed, c.act, allowed || role == "admin")
			cancel()
			if allowed && err != nil || !allowed && err == nil || !allowed && role != "admin" && !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %s: got %v, allowed %v", role, c.name, err, allowed)
			}
			conn.Close()
		}
	}
}

// Nobody has the server write on the subject of another: the seven attacks that worked when all
// keys shared an account. The attackers publish past their permissions' lists with the
// subjects that answers of the server may go to.
func TestAnswersStayInTheAccount(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	victim := s.theirs
	subjects := []string{
		victim.Subject(wire.TokenJob), victim.Subject(wire.TokenCanary), victim.Subject(wire.TokenProgress), victim.Subject(wire.TokenPause), victim.Subject(wire.TokenOrder), victim.Subject(wire.TokenControl),
		wire.PieceSubject(victim.Owner, "ff", 0), victim.Shard("8", 0), victim.Result("8", s.w2), victim.Result("8", s.w1), wire.WorkerSubject(s.w2, "1"), wire.OwnerSubject("x"),
	}
	before := s.content(t)
	var heard []string
	for _, account := range []string{victim.Owner, adminAccount} {
		conn := inside(t, s.Server, account).Conn()
		for _, subject := range subjects {
			sub := must.Get(conn.Subscribe(subject, func(m *nats.Msg) { heard = append(heard, fmt.Sprintf("%s in %.5s: %.60q", m.Subject, account, m.Data)) }))(t)
			defer sub.Unsubscribe()
		}
		must.OK(t, conn.Flush())
	}
	for _, role := range []string{"worker-1", "submitter-1"} {
		conn, _ := s.as(t, role)
		type attack struct{ api, body string }
		stored := func(a wire.Address, kind, subject string) attack {
			return attack{wire.APITable(wire.StreamOf(kind, a.Owner)), fmt.Sprintf(`{"last_by_subj":%q}`, subject)}
		}
		requests := []attack{
			stored(s.mine, wire.StreamJobs, s.mine.Subject(wire.TokenJob)), stored(victim, wire.StreamJobs, victim.Subject(wire.TokenJob)),
			stored(victim, wire.StreamFiles, wire.PieceSubject(victim.Owner, "ff", 0)),
			{wire.APITable(victim.Stream(wire.StreamJobs)) + "." + victim.Subject(wire.TokenJob), ""},
			{"$JS.API.CONSUMER.MSG.NEXT." + victim.Stream(wire.StreamWork) + "." + victim.ID, `{"batch":1,"no_wait":true}`},
			{"$JS.API.CONSUMER.INFO." + s.mine.Stream(wire.StreamWork) + ".none", ""}, {"$JS.API.STREAM.INFO." + s.mine.Stream(wire.StreamJobs), ""},
			{wire.APITable(wire.StreamWorkers), `{"seq":1,"batch":9,"next_by_subj":">"}`}, {wire.APITable(wire.StreamOwners), `{"seq":1,"batch":9,"next_by_subj":">"}`},
		}
		for _, r := range requests {
			for _, subject := range subjects {
				must.OK(t, conn.PublishRequest(r.api, subject, []byte(r.body)))
			}
		}
		must.OK(t, conn.Flush())
		conn.Close()
	}
	time.Sleep(200 * time.Millisecond) // answers come at once
	must.OK(t, inside(t, s.Server, victim.Owner).Conn().Flush())
	if len(heard) > 0 {
		t.Errorf("the victim's account got %q", heard)
	}
	if after := s.content(t); !slices.Equal(before, after) {
		t.Errorf("before\n%s\nafter\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}
}

// content lists the messages of the victim's streams and of the shared ones. It waits while the
// server reads new keys, when no stream answers for a moment.
func (s *scene) content(t testing.TB) []string {
	t.Helper()
	var all []string
	pooltest.Wait(t, "the streams", func() bool {
		all = nil
		for _, account := range []string{s.theirs.Owner, adminAccount} {
			js := streamsOf(t, s.Server, account)
			names := js.StreamNames(t.Context())
			for name := range names.Name() {
				stream, err := js.Stream(t.Context(), name)
				if err != nil {
					return false
				}
				state := stream.CachedInfo().State
				for number := max(state.FirstSeq, 1); number <= state.LastSeq; number++ {
					m, err := stream.GetMsg(t.Context(), number)
					if err == nil {
						all = append(all, fmt.Sprintf("%s %s %.40q", name, m.Subject, m.Data))
					} else if !errors.Is(err, jetstream.ErrMsgNotFound) {
						return false
					}
				}
			}
			if names.Err() != nil {
				return false
			}
		}
		return true
	})
	slices.Sort(all)
	return all
}

// A client that claims to be a submitter, with a job that has another's ID, or a canary or a
// shard that is not signed by the owner, is not believed.
func TestWorkersBelieveOwnersOnly(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	good := testJob(t, s.mine.Owner, "data")
	wrong := good
	wrong.Description.Spec = json.RawMessage(`"other data"`)
	owner, box, stranger := s.dial(t, "submitter-1"), s.dial(t, "worker-1"), s.dial(t, "submitter-2")
	for _, c := range []struct {
		name   string
		job    wire.Job
		author *wire.Client
		fault  string
	}{
		{"the owner's", good, owner, ""},
		{"a description that the ID is not of", wrong, owner, "the ID of the job's owner and description is"},
		{"signed by another", good, stranger, "is not the author's"},
	} {
		m := nats.NewMsg(c.job.Address().Subject(wire.TokenJob))
		m.Data = must.Get(json.Marshal(c.job))(t)
		must.OK(t, c.author.Sign(m))
		must.Get(streamsOf(t, s.Server, s.mine.Owner).PublishMsg(t.Context(), m))(t)
		jobs := must.Get(box.JobsOf(t.Context(), s.mine.Owner))(t)
		if len(jobs) != 1 || !strings.Contains(jobs[0].Fault, c.fault) || (c.fault == "") != (jobs[0].Fault == "") {
			t.Errorf("%s: got %+v", c.name, jobs)
		}
	}
	var canary wire.Canary
	must.Get(streamsOf(t, s.Server, s.mine.Owner).Publish(t.Context(), s.mine.Subject(wire.TokenCanary), []byte(`{"result":"x"}`)))(t)
	if _, err := box.Read(t.Context(), s.mine.Subject(wire.TokenCanary), &canary); !errors.Is(err, wire.ErrUnreadable) {
		t.Errorf("a canary without a signature: %v", err)
	}
	shard := farm.Shard{First: 1, Items: 2, Payload: []byte("payload")}
	m := wire.ShardMessage(s.mine.Shard("t", 0), shard)
	must.OK(t, stranger.Sign(m))
	must.Fail(t, must.Err(wire.ReadShard(m, s.mine.Owner, wire.ShardToken(shard))), "is not the author's")
}

// What a revoked key stored is removed at once: a worker's results and state, and all of a
// submitter.
func TestRevokedKeysLeaveNothing(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	box := s.dial(t, "worker-1")
	must.OK(t, box.Write(t.Context(), wire.WorkerSubject(s.w1, "i"), wire.Worker{Key: s.w1, Instance: "i", Cores: 1 << 30}))
	for i := range 20 {
		must.OK(t, box.Write(t.Context(), s.theirs.Result(fmt.Sprint(i), s.w1), "junk"))
	}
	must.Get(s.keys.Revoke("worker-1"))(t)
	must.Get(s.keys.Revoke("submitter-1"))(t)
	pooltest.Wait(t, "the removal", func() bool {
		text := strings.Join(s.content(t), "\n")
		there := must.Get(s.streams())(t)
		for at := range there {
			if at.account == s.mine.Owner {
				return false
			}
		}
		return !strings.Contains(text, s.w1) && !strings.Contains(text, wire.OwnerSubject(s.mine.Owner))
	})
	if text := strings.Join(s.content(t), "\n"); !strings.Contains(text, s.theirs.Result("9", s.w2)) || !strings.Contains(text, s.theirs.Subject(wire.TokenJob)) {
		t.Errorf("the rest is gone as well:\n%s", text)
	}
}

// An admin sees all jobs, pauses them and ends them, also if their commands are away. A
// submitter sees its own.
func TestAdmin(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	admin, ann := s.dial(t, "admin"), s.dial(t, "submitter-1")
	if jobs := must.Get(ann.Jobs(t.Context()))(t); len(jobs) != 1 || jobs[0].Address() != s.mine {
		t.Errorf("a submitter sees %+v", jobs)
	}
	theirs := func() *wire.JobState {
		jobs := must.Get(admin.Jobs(t.Context()))(t)
		i := slices.IndexFunc(jobs, func(j wire.JobState) bool { return j.Address() == s.theirs })
		if i < 0 {
			return nil
		}
		return &jobs[i]
	}
	job := theirs().Job
	for _, pause := range []bool{true, false} {
		must.OK(t, admin.Pause(t.Context(), job, pause))
		if theirs().Paused != pause {
			t.Errorf("paused %v", !pause)
		}
	}
	must.OK(t, admin.Cancel(t.Context(), job))
	pooltest.Wait(t, "the end of the job", func() bool { return theirs() == nil })
	pooltest.Wait(t, "the end of its shards", func() bool {
		return len(must.Get(inside(t, s.Server, s.theirs.Owner).Subjects(t.Context(), s.theirs.Shards()))(t)) == 0
	})
	must.Fail(t, ann.Pause(t.Context(), job, true), "use a key of another role")
}
