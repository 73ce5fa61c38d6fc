//! Mistakes that are made on purpose, each of which the simulator must find. They are made between the table and
//! whatever stands around it, so that nothing of the table knows of them.

/// A mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plant {
    /// A row is told to be durable that was never written.
    LoseRow,
    /// A row is told to be durable as soon as it is on its way.
    TellBeforeCommit,
    /// A row is written without the id of its message.
    ForgetId,
    /// A row is written under an id that nobody has sent.
    InventId,
    /// Another move is written than was made.
    WriteAnotherMove,
    /// Two steps of a stream come in the other order.
    SwapSteps,
    RepeatStep,
    DropStep,
    /// A step does not tell all that happened.
    CutTrace,
    /// A welcome does not tell how it stands.
    EmptyWelcome,
    /// What is sealed is told to others.
    TellSealed,
    AcknowledgeLate,
    /// What is sent again is acknowledged as another step.
    AcknowledgeAnew,
    /// Messages are not heard.
    Deaf,
    /// Nobody is asked.
    AskNobody,
}

/// Each mistake, and the words with which it is found.
pub(crate) const ALL: &[(Plant, &[&str])] = &[
    (Plant::LoseRow, &["no row", "before it is durable", "goes back", "did not lead"]),
    (Plant::TellBeforeCommit, &["before it is durable"]),
    (Plant::ForgetId, &["no row", "is not durable", "before it is durable"]),
    (Plant::InventId, &["nobody has sent", "before it is durable"]),
    (Plant::WriteAnotherMove, &["frozen", "another state", "did not lead"]),
    (Plant::SwapSteps, &["was due", "another step"]),
    (Plant::RepeatStep, &["was due"]),
    (Plant::DropStep, &["was due", "another step"]),
    (Plant::CutTrace, &["did not lead"]),
    (Plant::EmptyWelcome, &["did not lead"]),
    (Plant::TellSealed, &["is sealed", "was due"]),
    (Plant::AcknowledgeLate, &["came behind it"]),
    (Plant::AcknowledgeAnew, &["the same message"]),
    (Plant::Deaf, &["no answer"]),
    (Plant::AskNobody, &["does not end"]),
];
